// SPDX-License-Identifier: Apache-2.0
//
// Any message is either refused with an exception or read, whichever side it claims to come from. An answer that was
// read is written to bytes that read as the same: a worker that is no longer ours may send whatever it likes.
#include <cstddef>
#include <cstdint>
#include <exception>

#include "impls/plugin/wire.hpp"
#include "reference/model/contract.hpp"

namespace {

namespace worker = assay::impls::worker;

template <class Unpack>
void refuse_or_read(const std::vector<std::byte>& bytes, const Unpack& unpack) {
  worker::Unpacker message(bytes);
  try {
    unpack(message);
  } catch (const std::exception&) {
  }
}

template <class Unpack>
void round_trip(const std::vector<std::byte>& bytes, const Unpack& unpack) {
  refuse_or_read(bytes, [&](worker::Unpacker& message) {
    const std::vector<std::byte> written = worker::pack(unpack(message)).bytes();
    worker::Unpacker again(written);
    ASSAY_ASSERT(worker::pack(unpack(again)).bytes() == written);
    ASSAY_ASSERT(again.at_end());
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const std::vector<std::byte> bytes(first, first + size);
  round_trip(bytes, worker::unpack_loaded);
  round_trip(bytes, worker::unpack_done);
  round_trip(bytes, worker::unpack_answer);
  refuse_or_read(bytes, worker::unpack_load);
  refuse_or_read(bytes, worker::unpack_map);
  refuse_or_read(bytes, worker::unpack_forward);
  return 0;
}
