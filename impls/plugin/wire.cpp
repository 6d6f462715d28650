// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/wire.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <sys/socket.h>
#include <unistd.h>

namespace assay::impls::worker {
namespace {

constexpr std::size_t message_bytes_max = std::size_t{1} << 16;

Packer& operator<<(Packer& packer, const Index4& index) {
  for (const std::int64_t value : index) packer << static_cast<std::uint64_t>(value);
  return packer;
}

Index4 index(Unpacker& message) {
  Index4 values{};
  for (std::int64_t& value : values) value = static_cast<std::int64_t>(message.number());
  return values;
}

ElementType type(Unpacker& message) {
  const std::string name = message.text();
  if (name == ElementType::boolean().name()) return ElementType::boolean();
  if (name == ElementType::int32().name()) return ElementType::int32();
  return ElementType::of(dtype(name));
}

PluginInfo info(Unpacker& message) {
  PluginInfo info;
  info.name = message.text();
  info.version = message.text();
  info.build = message.text();
  const std::string convention = message.text();
  if (!convention.empty()) info.convention = parse_convention(convention);
  info.arithmetic = message.text();
  info.dtypes = message.number();
  info.features = message.number();
  info.promises = message.number();
  info.device_type = static_cast<std::int32_t>(message.number());
  info.backward = message.number() != 0;
  return info;
}

}  // namespace

Packer& Packer::operator<<(std::uint64_t value) {
  const std::size_t old = bytes_.size();
  bytes_.resize(old + sizeof value);
  std::memcpy(bytes_.data() + old, &value, sizeof value);
  return *this;
}

Packer& Packer::operator<<(std::string_view text) {
  // Beyond that it is no name or reason but an attempt to fill the judge's memory.
  text = text.substr(0, message_bytes_max / 8);
  *this << std::uint64_t{text.size()};
  const std::size_t old = bytes_.size();
  bytes_.resize(old + text.size());
  std::memcpy(bytes_.data() + old, text.data(), text.size());
  return *this;
}

std::uint64_t Unpacker::number() {
  std::uint64_t value = 0;
  if (bytes_.size() - next_ < sizeof value) throw std::runtime_error("a message ends in a number");
  std::memcpy(&value, bytes_.data() + next_, sizeof value);
  next_ += sizeof value;
  return value;
}

std::string Unpacker::text() {
  const std::uint64_t size = number();
  if (bytes_.size() - next_ < size) throw std::runtime_error("a message ends in a text");
  std::string text(reinterpret_cast<const char*>(bytes_.data()) + next_, size);
  next_ += size;
  return text;
}

Packer pack(const Load& load) {
  Packer packer;
  packer << static_cast<std::uint64_t>(Ask::Load) << load.library << load.memory_bytes;
  return packer;
}

Load unpack_load(Unpacker& message) { return {.library = message.text(), .memory_bytes = message.number()}; }

Packer pack(const Loaded& loaded) {
  const PluginInfo& info = loaded.info;
  Packer packer;
  packer << loaded.error << info.name << info.version << info.build
         << (info.convention ? to_text(*info.convention) : std::string()) << info.arithmetic << info.dtypes
         << info.features << info.promises << static_cast<std::uint64_t>(info.device_type)
         << std::uint64_t{info.backward} << std::uint64_t{loaded.lost.size()};
  for (const std::string& lost : loaded.lost) packer << lost;
  return packer;
}

Loaded unpack_loaded(Unpacker& message) {
  Loaded loaded{.error = message.text(), .info = info(message), .lost = {}};
  for (std::uint64_t count = message.number(); count > 0; --count) loaded.lost.push_back(message.text());
  return loaded;
}

Packer pack(const Map& map) {
  Packer packer;
  packer << static_cast<std::uint64_t>(Ask::Map) << map.region << std::uint64_t{map.writable} << map.slices
         << map.slice_bytes;
  return packer;
}

Map unpack_map(Unpacker& message) {
  return {.region = message.number(),
          .writable = message.number() != 0,
          .slices = message.number(),
          .slice_bytes = message.number()};
}

Packer pack(const Forward& forward) {
  Packer packer;
  packer << static_cast<std::uint64_t>(Ask::Forward) << forward.problem << forward.dropout_seed
         << std::uint64_t{forward.views.size()};
  for (const RegionView& view : forward.views)
    packer << view.name << view.region << view.offset << view.type.name() << view.extents << view.strides;
  return packer;
}

Forward unpack_forward(Unpacker& message) {
  Forward forward{.problem = message.text(), .dropout_seed = message.number(), .views = {}};
  for (std::uint64_t count = message.number(); count > 0; --count)
    forward.views.push_back({.name = message.text(),
                             .region = message.number(),
                             .offset = message.number(),
                             .type = type(message),
                             .extents = index(message),
                             .strides = index(message)});
  return forward;
}

Packer pack(const Done& done) {
  Packer packer;
  packer << static_cast<std::uint64_t>(done.status) << done.text << done.exception << done.changed << done.written;
  return packer;
}

Done unpack_done(Unpacker& message) {
  return {.status = static_cast<std::int64_t>(message.number()),
          .text = message.text(),
          .exception = message.text(),
          .changed = message.text(),
          .written = message.text()};
}

Packer pack(const PluginAnswer& answer) {
  Packer packer;
  packer << answer.refusal << answer.arithmetic << std::uint64_t{answer.workspace_bytes} << answer.fault;
  return packer;
}

PluginAnswer unpack_answer(Unpacker& message) {
  return {.refusal = message.text(),
          .arithmetic = message.text(),
          .workspace_bytes = message.number(),
          .fault = message.text()};
}

bool send_message(int socket, const std::vector<std::byte>& bytes, int fd) {
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) char beside[CMSG_SPACE(sizeof fd)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (fd >= 0) {
    message.msg_control = beside;
    message.msg_controllen = sizeof beside;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  }
  ssize_t sent = 0;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes.size());
}

bool receive_message(int socket, std::vector<std::byte>& bytes, int* fd) {
  thread_local std::vector<std::byte> buffer(message_bytes_max);
  iovec part{buffer.data(), buffer.size()};
  alignas(cmsghdr) char beside[CMSG_SPACE(sizeof *fd)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (fd) {  // without room for descriptors none comes into this process
    message.msg_control = beside;
    message.msg_controllen = sizeof beside;
    *fd = -1;
  }
  ssize_t received = 0;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received > 0 && fd)
    if (const cmsghdr* header = CMSG_FIRSTHDR(&message); header && header->cmsg_type == SCM_RIGHTS)
      std::memcpy(fd, CMSG_DATA(header), sizeof *fd);
  bytes.assign(buffer.begin(), buffer.begin() + std::max<ssize_t>(received, 0));
  return received > 0 && !(message.msg_flags & MSG_TRUNC);
}

}  // namespace assay::impls::worker
