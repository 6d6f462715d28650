// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace assay::impls::sandbox {

/// A file descriptor, closed when this ends; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  explicit operator bool() const { return fd_ >= 0; }
  int number() const { return fd_; }

 private:
  int fd_;
};

/// The same file under a number above those that a worker is started with, closed on exec; the old number is closed.
/// None and errno: no number is left.
inline Descriptor lifted(Descriptor low) { return Descriptor(fcntl(low.number(), F_DUPFD_CLOEXEC, 10)); }

}  // namespace assay::impls::sandbox
