// SPDX-License-Identifier: Apache-2.0
#include "fuzz/corpus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "reference/model/contract.hpp"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

class Corpus : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / name) << text;
  }
  const fs::path folder_ = fs::temp_directory_path() / ("assay_corpus_test." + std::to_string(getpid()));
};

const std::string line = "b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=3";

Finding finding() {
  return {.kernel = "fault/x",
          .check = "key_permutation",
          .verdict = properties::Faulted{properties::FaultKind::Exception, "two\nlines"},
          .shrunk_line = line};
}

TEST_F(Corpus, AKeptFindingReadsBack) {
  const fs::path file = keep(finding(), folder_);
  const std::vector<CorpusEntry> entries = read_corpus(folder_);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].file, file);
  EXPECT_EQ(entries[0].check, "key_permutation");
  EXPECT_EQ(to_text(entries[0].the_case), line);
}

TEST_F(Corpus, TheSameFindingIsTheSameFileAndNothingElseIsLeft) {
  EXPECT_EQ(keep(finding(), folder_), keep(finding(), folder_));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Corpus, EntriesComeSortedByName) {
  write("b.case", line + "\n");
  write("a.case", "# check: reference\n\n" + line + "\n");
  write("c.txt", "not a case");
  const std::vector<CorpusEntry> entries = read_corpus(folder_);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].file.filename(), "a.case");
  EXPECT_EQ(entries[1].check, "reference");
}

TEST_F(Corpus, BadFilesAreNamed) {
  const auto message_of = [&](const std::string& text) -> std::string {
    write("bad.case", text);
    try {
      read_corpus(folder_);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(message_of("# only a comment\n"), testing::HasSubstr("bad.case: no case line"));
  EXPECT_THAT(message_of(line + "\n" + line + "\n"), testing::HasSubstr("bad.case: more than one case line"));
  EXPECT_THAT(message_of("b=1 nonsense\n"), testing::HasSubstr("bad.case: "));
}

TEST_F(Corpus, AMissingFolderIsTheWorldsFault) { EXPECT_THROW(read_corpus(folder_ / "missing"), EnvironmentError); }

TEST_F(Corpus, AFolderThatCannotBeMadeIsTheWorldsFault) {
  write("file", "");
  EXPECT_THROW(keep(finding(), folder_ / "file"), EnvironmentError);
}

}  // namespace
}  // namespace assay::fuzz
