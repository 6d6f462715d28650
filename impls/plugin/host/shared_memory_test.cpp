// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/shared_memory.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/mman.h>

#include "impls/plugin/worker/child_process.hpp"
#include "impls/plugin/wire.hpp"

namespace assay::impls::sandbox {
namespace {

using Writers = SharedMemory::Writers;
constexpr std::size_t page = worker::page_bytes;

/// From now on nothing is there, as if somebody had shortened the file.
void take_away(std::byte* data, std::size_t bytes) {
  const Descriptor empty(memfd_create("empty", 0));
  ASSERT_EQ(mmap(data, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, empty.number(), 0), data);
}

TEST(SharedMemory, NobodyCanChangeItsSizeOrItsSeals) {
  for (const Writers writers : {Writers::Everybody, Writers::Ourselves}) {
    const SharedMemory memory("test", 2 * page, writers);
    EXPECT_EQ(ftruncate(memory.descriptor(), 0), -1);
    EXPECT_EQ(errno, EPERM);
    EXPECT_EQ(ftruncate(memory.descriptor(), 4 * page), -1);
    EXPECT_EQ(fcntl(memory.descriptor(), F_ADD_SEALS, F_SEAL_WRITE), -1);
    memory.data()[2 * page - 1] = std::byte{1};
    EXPECT_FALSE(memory.lost());
  }
}

TEST(SharedMemory, OthersMapItForWritingOnlyWhereTheyMay) {
  const auto map_again = [](const SharedMemory& memory, int protection) {
    return mmap(nullptr, page, protection, MAP_SHARED, memory.descriptor(), 0) != MAP_FAILED;
  };
  const SharedMemory open("test", page, Writers::Everybody), closed("test", page, Writers::Ourselves);
  EXPECT_TRUE(map_again(open, PROT_READ | PROT_WRITE));
  EXPECT_FALSE(map_again(closed, PROT_READ | PROT_WRITE));
  EXPECT_TRUE(map_again(closed, PROT_READ));
}

TEST(SharedMemory, WhatIsGoneReadsAsZerosAndIsKnownToBeGone) {
  SharedMemory memory("test", 2 * page, Writers::Everybody);
  const SharedMemory other("test", page, Writers::Everybody);
  std::memset(memory.data(), 7, memory.bytes());
  take_away(memory.data(), memory.bytes());
  EXPECT_FALSE(memory.lost());
  EXPECT_EQ(memory.data()[page + 5], std::byte{0});
  memory.data()[0] = std::byte{1};
  EXPECT_TRUE(memory.lost());
  EXPECT_FALSE(other.lost());
}

TEST(SharedMemory, ARangeThatIsUsedAgainIsNotLost) {
  { SharedMemory memory("test", page, Writers::Everybody); }
  SharedMemory memory("test", page, Writers::Everybody);
  EXPECT_FALSE(memory.lost());
}

TEST(SharedMemory, AnyOtherBusErrorEndsTheProcess) {
  const SharedMemory memory("test", page, Writers::Everybody);
  const worker::Ending elsewhere = worker::in_child([]() -> std::string {
    auto* const data = static_cast<std::byte*>(mmap(nullptr, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    take_away(data, page);
    return std::to_string(static_cast<int>(static_cast<volatile std::byte*>(data)[0]));
  });
  EXPECT_EQ(elsewhere.signal(), SIGBUS) << elsewhere.said;
  const worker::Ending sent = worker::in_child([]() -> std::string {
    kill(getpid(), SIGBUS);
    return "lives";
  });
  EXPECT_EQ(sent.signal(), SIGBUS) << sent.said;
}

}  // namespace
}  // namespace assay::impls::sandbox
