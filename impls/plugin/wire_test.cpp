// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/wire.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include <sys/socket.h>
#include <unistd.h>

namespace assay::impls::worker {
namespace {

TEST(Wire, MessagesComeApartAsTheyWerePutTogether) {
  Forward sent{"b=1 dtype=bf16", 7, {{"key", 3, 16, ElementType::of(dtype("bf16")), {1, 2, 3, 4}, {24, 12, 4, 1}}}};
  const std::vector<std::byte> bytes = pack(sent).bytes();
  Unpacker message(bytes);
  EXPECT_EQ(message.number(), static_cast<std::uint64_t>(Ask::Forward));
  const Forward got = unpack_forward(message);
  EXPECT_TRUE(message.at_end());
  EXPECT_EQ(got.problem, sent.problem);
  EXPECT_EQ(got.views.at(0).strides, sent.views[0].strides);
  EXPECT_EQ(got.views.at(0).type, sent.views[0].type);
}

TEST(Wire, EveryTruncationIsNoticed) {
  Loaded loaded;
  loaded.info.name = "mine";
  loaded.info.convention = convention_preset("onnx");
  loaded.lost = {"no Landlock"};
  const std::vector<std::byte> whole = pack(loaded).bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    Unpacker message(part);
    EXPECT_THROW(unpack_loaded(message), std::exception) << size << " bytes of " << whole.size();
  }
}

TEST(Wire, TextsThatWouldFillTheJudgeAreCut) {
  EXPECT_LT((Packer() << std::string(1 << 20, 'x')).bytes().size(), std::size_t{1} << 14);
}

TEST(Wire, DescriptorsTravelBesideMessages) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
  ASSERT_TRUE(send_message(ends[0], (Packer() << "hello").bytes(), STDIN_FILENO));
  std::vector<std::byte> bytes;
  int fd = -1;
  ASSERT_TRUE(receive_message(ends[1], bytes, &fd));
  EXPECT_GE(fd, 0);
  Unpacker message(bytes);
  EXPECT_EQ(message.text(), "hello");
  close(fd);
  close(ends[0]);
  EXPECT_FALSE(receive_message(ends[1], bytes, &fd)) << "nobody is there";
  close(ends[1]);
}

TEST(Wire, WhoTakesNoDescriptorsGetsNone) {
  const auto lowest_free = [] {
    const int fd = dup(STDIN_FILENO);
    close(fd);
    return fd;
  };
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
  const int before = lowest_free();
  ASSERT_TRUE(send_message(ends[0], (Packer() << "hello").bytes(), STDIN_FILENO));
  std::vector<std::byte> bytes;
  ASSERT_TRUE(receive_message(ends[1], bytes));
  EXPECT_EQ(lowest_free(), before);
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace assay::impls::worker
