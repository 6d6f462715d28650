// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "impls/plugin/plugin.hpp"
#include "reference/model/tensor.hpp"

// What judge and worker say to each other over a socket that keeps messages apart. The worker's words are not trusted:
// a message that does not parse is a fault of the plug-in, which shares the worker's memory.
namespace assay::impls::worker {

/// File descriptors that a worker finds open.
inline constexpr int socket_fd = 3, control_fd = 4;
/// Exit code of a worker that found its socket closed by the library.
inline constexpr int closed_socket_code = 113;

/// A worker before it loads a library: the one that calls, and the one that watches for the judge's end.
inline constexpr std::size_t own_threads = 2;

enum class Ask : std::uint64_t { Load = 1, Answer, Map, Unmap, Forward };

struct Load {
  std::string library;  ///< absolute path
  std::uint64_t memory_bytes = 0;
};

struct Loaded {
  std::string error;  ///< empty: loaded
  PluginInfo info;
  std::vector<std::string> lost;  ///< protections that this system refuses
};

/// Memory shared with the worker: `slices` pieces of `slice_bytes` (whole pages), each with unmapped pages around it.
/// The file descriptor travels beside.
struct Map {
  std::uint64_t region = 0;
  bool writable = false;
  std::uint64_t slices = 0;
  std::uint64_t slice_bytes = 0;
};

inline constexpr std::uint64_t page_bytes = 4096;
/// Unmapped bytes before the first slice, between two, and behind the last one.
inline constexpr std::uint64_t guard_bytes = page_bytes, outer_guard_bytes = 16 * page_bytes;

/// A tensor inside a region.
struct RegionView {
  std::string name;
  std::uint64_t region = 0;
  std::uint64_t offset = 0;  ///< bytes from the region's first slice, guards counted
  ElementType type;
  Index4 extents{};
  Index4 strides{};
};

struct Forward {
  std::string problem;
  std::uint64_t dropout_seed = 0;
  std::vector<RegionView> views;
};

struct Done {
  std::int64_t status = 0;
  std::string text;       ///< what the status means, for other than 0
  std::string exception;  ///< a C++ exception came out of the plug-in
  std::string changed;    ///< state of the caller that the plug-in left changed
  std::string written;    ///< device memory that it wrote and must not
};

/// Builds a message.
class Packer {
 public:
  Packer& operator<<(std::uint64_t value);
  Packer& operator<<(std::string_view text);
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Takes a message apart in the same order. Throws std::runtime_error where it is too short.
class Unpacker {
 public:
  explicit Unpacker(const std::vector<std::byte>& bytes) : bytes_(bytes) {}
  explicit Unpacker(std::vector<std::byte>&&) = delete;  // it reads where they are
  std::uint64_t number();
  std::string text();
  bool at_end() const { return next_ == bytes_.size(); }

 private:
  const std::vector<std::byte>& bytes_;
  std::size_t next_ = 0;
};

Packer pack(const Load& load);
Packer pack(const Loaded& loaded);
Packer pack(const Map& map);
Packer pack(const Forward& forward);
Packer pack(const Done& done);
Packer pack(const PluginAnswer& answer);

// The kind of a question is read before.
Load unpack_load(Unpacker& message);
Loaded unpack_loaded(Unpacker& message);
Map unpack_map(Unpacker& message);
Forward unpack_forward(Unpacker& message);
Done unpack_done(Unpacker& message);
PluginAnswer unpack_answer(Unpacker& message);

/// Send a message, with a file descriptor beside it unless `fd` is negative. False: nobody is there any more.
bool send_message(int socket, const std::vector<std::byte>& bytes, int fd = -1);
/// Wait for a message. False: the other side is gone. Descriptors that came along are closed at once by the system, as
/// a judge wants it; a worker gives `fd`, which receives one, else -1.
bool receive_message(int socket, std::vector<std::byte>& bytes, int* fd = nullptr);

}  // namespace assay::impls::worker
