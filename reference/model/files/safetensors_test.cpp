// SPDX-License-Identifier: Apache-2.0
#include "reference/model/files/safetensors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

namespace assay {
namespace {

using testing::HasSubstr;

std::vector<std::byte> file_bytes(const std::string& header, std::size_t data_bytes) {
  std::vector<std::byte> bytes(8 + header.size() + data_bytes);
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  return bytes;
}

/// The message with which the bytes are refused; empty when they are taken.
std::string refusal(const std::vector<std::byte>& bytes) {
  try {
    parse_safetensors(bytes, "some.safetensors");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

/// One tensor of every type, with strides, a scalar and an empty one among them; every byte pattern occurs.
Safetensors sample() {
  Safetensors content;
  content.metadata = {{"problem", "dtype=bf16"}, {"quote", "\"\\\n\x01 \xc3\xa9"}};
  std::vector<ElementType> types{ElementType::boolean(), ElementType::int32()};
  for (const FloatFormat& format : all_dtypes()) types.push_back(ElementType::of(format));
  for (const ElementType& type : types) {
    Tensor tensor(type, {1, 3, 5, 7}, {200, 60, 11, 1});
    std::uint64_t bits = 0x0123456789abcdef;
    for_each_index(tensor.extents(), [&](const Index4& index) {
      bits = bits * 6364136223846793005u + 1442695040888963407u;
      tensor.set_bits(index, type.kind == ElementType::Kind::Bool ? bits >> 63 : bits >> 3);
    });
    content.tensors["t." + std::string(type.name())] = {tensor, 3};
  }
  content.tensors["scalar"] = {Tensor(ElementType::int32(), {1, 1, 1, 1}), 0};
  content.tensors["empty"] = {Tensor(ElementType::int32(), {2, 0, 1, 9}), 4};
  return content;
}

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() { std::filesystem::create_directories(folder_); }
  ~TemporaryFolder() override { std::filesystem::remove_all(folder_); }
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("assay_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

using SafetensorsFile = TemporaryFolder;

TEST(Safetensors, EveryTypeSurvivesBitForBit) {
  const std::vector<std::byte> bytes = safetensors_bytes(sample());
  EXPECT_EQ(parse_safetensors(bytes, "memory"), sample());
  EXPECT_EQ(safetensors_bytes(parse_safetensors(bytes, "memory")), bytes);
}

TEST(Safetensors, RanksBelowFourAreRightAligned) {
  const auto read =
      parse_safetensors(file_bytes(R"({"m":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})", 24), "memory");
  EXPECT_EQ(read.tensors.at("m").tensor.extents(), (Index4{1, 1, 2, 3}));
  EXPECT_EQ(read.tensors.at("m").rank, 2);
}

TEST(Safetensors, DataIsAlignedToEightBytes) {
  const std::vector<std::byte> bytes = safetensors_bytes(sample());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0u);
}

TEST(Safetensors, SixtyFourBitIntegersAreNarrowedWhereTheyFit) {
  std::vector<std::byte> bytes = file_bytes(R"({"n":{"dtype":"I64","shape":[2],"data_offsets":[0,16]}})", 16);
  const auto put = [&](std::size_t element, std::int64_t value) {
    std::memcpy(bytes.data() + bytes.size() - 16 + 8 * element, &value, 8);
  };
  put(0, -7);
  put(1, 2147483647);
  const Tensor read = parse_safetensors(bytes, "memory").tensors.at("n").tensor;
  EXPECT_EQ(read.get({0, 0, 0, 0}), -7);
  EXPECT_EQ(read.get({0, 0, 0, 1}), 2147483647);
  put(1, 2147483648);
  EXPECT_THAT(refusal(bytes), HasSubstr("tensor 'n': element 1 is 2147483648"));
}

struct Hostile {
  const char* header;
  std::size_t data_bytes;
  const char* message;
};

TEST(Safetensors, HostileHeadersAreRefusedByNameAndReason) {
  const Hostile table[] = {
      {"[]", 0, "must begin with '{'"},
      {" {}", 0, "must begin with '{'"},
      {"{", 0, "not JSON"},
      {"{} x", 0, "not JSON"},
      {R"({"a":[[[[[[[[)", 0, "name 'a': found an array where an object must stand"},
      {R"({"a":{"b":{}}})", 0, "unknown field 'b'"},
      {R"({"a":{"dtype":{}}})", 0, "dtype: found an object"},
      {R"({"a":null})", 0, "name 'a': found null"},
      {R"({"__metadata__":{"k":1}})", 0, "__metadata__: 'k': found 1"},
      {R"({"__metadata__":{"k":"1","k":"1"}})", 0, "key 'k' appears twice"},
      {R"({"__metadata__":{},"__metadata__":{}})", 0, "name '__metadata__' appears twice"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
       8, "name 'a' appears twice"},
      {R"({"a":{"dtype":"F32","dtype":"F64","shape":[1],"data_offsets":[0,8]}})", 8, "field 'dtype' appears twice"},
      {R"({"a":{"shape":[1],"data_offsets":[0,4]}})", 4, "tensor 'a': no dtype"},
      {R"({"a":{"dtype":"F32","data_offsets":[0,4]}})", 4, "tensor 'a': no shape"},
      {R"({"a":{"dtype":"F32","shape":[1]}})", 4, "tensor 'a': no data_offsets"},
      {R"({"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})", 4, "shape: found 1.0"},
      {R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4, "shape: found -1"},
      {R"({"a":{"dtype":"F32","shape":["1"],"data_offsets":[0,4]}})", 4, "shape: found '1'"},
      {R"({"a":{"dtype":"F32","shape":[18446744073709551616],"data_offsets":[0,4]}})", 4,
       "shape: found 18446744073709551616"},
      {R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0, "overflows 64 bits"},
      {R"({"a":{"dtype":"F32","shape":[0,4294967296,4294967296],"data_offsets":[0,0]}})", 0, "overflows 64 bits"},
      {R"({"a":{"dtype":"F64","shape":[2305843009213693952],"data_offsets":[0,0]}})", 0, "overflows 64 bits"},
      {R"({"a":{"dtype":"F32","shape":[1,1,1,1,1],"data_offsets":[0,4]}})", 4, "rank 5; ranks up to 4"},
      {R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, "unknown dtype 'U8'; known: F64 F32"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4, "two integers"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", 4, "data_offsets: found 8"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4, "end before they begin"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 8, "takes 4 bytes, data_offsets [0, 8] give 8"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})",
       6, "tensor 'b': data begins at 2, overlapping"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],)"
       R"("data_offsets":[8,12]}})",
       12, "tensor 'b': data begins at 8, leaving a hole"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 3, "tensor 'a': data ends at 4, the file holds 3"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 5, "1 trailing bytes"},
      {R"({})", 1, "1 trailing bytes"},
      {"{\"a\x01\":null}", 0, "not JSON"},
  };
  for (const Hostile& row : table) {
    const std::string message = refusal(file_bytes(row.header, row.data_bytes));
    EXPECT_THAT(message, HasSubstr(row.message)) << row.header;
    EXPECT_THAT(message, testing::StartsWith("some.safetensors: ")) << row.header;
  }
}

TEST(Safetensors, TruncationAnywhereIsRefused) {
  const std::vector<std::byte> bytes = safetensors_bytes(sample());
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64)
    EXPECT_NE(refusal({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)}), "") << length;
}

TEST(Safetensors, HeaderLengthsBeyondFileAndLimitAreRefused) {
  std::vector<std::byte> bytes = file_bytes("{}", 0);
  bytes[0] = std::byte{3};
  EXPECT_THAT(refusal(bytes), HasSubstr("truncated: the header takes 3 bytes, 2 follow"));
  bytes[7] = std::byte{0xff};
  EXPECT_THAT(refusal(bytes), HasSubstr("above the limit of 100 MiB"));
}

TEST(Safetensors, TruthValuesOtherThanZeroAndOneAreRefused) {
  std::vector<std::byte> bytes = file_bytes(R"({"m":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}})", 2);
  EXPECT_EQ(refusal(bytes), "");
  bytes.back() = std::byte{2};
  EXPECT_THAT(refusal(bytes), HasSubstr("tensor 'm': element 1 is 2; a BOOL is 0 or 1"));
}

TEST(Safetensors, TextThatIsNotUtf8IsNotWritten) {
  Safetensors content;
  content.metadata["k"] = "\xff";
  EXPECT_THROW(safetensors_bytes(content), UsageError);
}

TEST_F(SafetensorsFile, WriteReplacesWholeAndLeavesNothingBehind) {
  const auto path = folder_ / "x.safetensors";
  write_safetensors(path, {});
  write_safetensors(path, sample());
  EXPECT_EQ(read_safetensors(path), sample());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(SafetensorsFile, FailedWriteLeavesNoPartialFile) {
  EXPECT_THROW(write_safetensors(folder_ / "absent" / "x.safetensors", sample()), EnvironmentError);
  std::filesystem::create_directories(folder_ / "taken" / "inside");
  EXPECT_THROW(write_safetensors(folder_ / "taken", sample()), EnvironmentError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(SafetensorsFile, AMissingFileIsTheWorldsFault) {
  EXPECT_THROW(read_safetensors(folder_ / "none.safetensors"), EnvironmentError);
  EXPECT_THROW(read_safetensors(folder_), EnvironmentError);
}

TEST_F(SafetensorsFile, ThePythonPackageReadsAndWritesTheSameBits) {
  if (std::system("python3 -c 'import safetensors' 2>/dev/null") != 0)
    GTEST_SKIP() << "the Python package safetensors is not importable";
  Safetensors content = sample();
  write_safetensors(folder_ / "ours.safetensors", content);
  std::ofstream(folder_ / "again.py") << R"(import ctypes, safetensors, sys
data = open(sys.argv[1], "rb").read()
names = dict(F64="float64", F32="float32", F16="float16", BF16="bfloat16", F8_E4M3="float8_e4m3fn",
             F8_E5M2="float8_e5m2", BOOL="bool", I32="int32")
tensors, buffers = {}, []
for name, t in safetensors.deserialize(data):
    t = dict(dtype=names[t["dtype"]], shape=list(t["shape"]), data=bytes(t["data"]))
    if hasattr(safetensors, "TensorSpec"):  # from 0.8 on
        buffers.append(ctypes.create_string_buffer(t["data"], len(t["data"]) + 1))
        t = safetensors.TensorSpec(dtype=t["dtype"], shape=t["shape"], data_ptr=ctypes.addressof(buffers[-1]),
                                   data_len=len(t["data"]))
    tensors[name] = t
open(sys.argv[2], "wb").write(safetensors.serialize(tensors, None))
)";
  const std::string folder = folder_.string() + "/";
  ASSERT_EQ(std::system(
                ("python3 '" + folder + "again.py' '" + folder + "ours.safetensors' '" + folder + "theirs.safetensors'")
                    .c_str()),
            0);
  content.metadata.clear();
  EXPECT_EQ(read_safetensors(folder_ / "theirs.safetensors"), content);
}

}  // namespace
}  // namespace assay
