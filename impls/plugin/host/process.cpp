// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "impls/plugin/host/program.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void no_worker(const std::string& what, int error) {
  throw EnvironmentError("a process for plug-ins cannot be started: " + what + ": " + std::strerror(error));
}

/// A worker that answers without listening fills the socket: whoever sends must not wait for it for ever.
void stop_sending_after(int socket, double seconds) {
  timeval limit{};
  limit.tv_sec = static_cast<time_t>(seconds);
  limit.tv_usec = 1 + static_cast<suseconds_t>((seconds - static_cast<double>(limit.tv_sec)) * 999'999);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

/// Memory that a process has of its own.
std::uint64_t data_bytes(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::uint64_t pages = 0;
  for (int field = 0; field < 6 && file >> pages; ++field) {
  }
  return file ? pages * worker::page_bytes : 0;
}

double cpu_seconds(pid_t pid) {
  clockid_t clock{};
  timespec now{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Process::Process(const SandboxOptions& options)
    : limits_(options),
      seconds_(options.load_seconds),
      control_("a process for plug-ins cannot be started", worker::page_bytes, SharedMemory::Writers::Everybody) {
  int sockets[2], outputs[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) no_worker("socket", errno);
  socket_ = lifted(Descriptor(sockets[0]));
  const Descriptor socket = lifted(Descriptor(sockets[1]));
  // The worker's end does not block: a plug-in that talks without end loses its words, not its time.
  if (pipe2(outputs, O_CLOEXEC | O_NONBLOCK) != 0) no_worker("pipe", errno);
  output_ = lifted(Descriptor(outputs[0]));
  const Descriptor output = lifted(Descriptor(outputs[1]));
  if (!socket_ || !socket || !output_ || !output) no_worker("file descriptors", EMFILE);
  stop_sending_after(socket_.number(), options.seconds);
  start(options, socket.number(), output.number());
  control_.close_descriptor();
}

void Process::start(const SandboxOptions& options, int socket, int output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, worker::socket_fd);
  posix_spawn_file_actions_adddup2(&files, control_.descriptor(), worker::control_fd);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const std::string program = worker_program(options.worker);
  std::vector<std::string> arguments{"host"}, environment = worker_environment();
  const int error = posix_spawn(&pid_, program.c_str(), &files, &attributes, pointers(arguments).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) no_worker(program, error);
  tasks_ = "/proc/" + std::to_string(pid_) + "/task";
}

Process::~Process() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

const worker::CrashRecord& Process::record() const {
  return *reinterpret_cast<const worker::CrashRecord*>(control_.data());
}

std::vector<std::byte> Process::ask(const worker::Packer& question, int fd) {
  std::vector<std::byte> answer;
  if (!worker::send_message(socket_.number(), question.bytes(), fd)) bury();
  if (!wait_for_answer() || !worker::receive_message(socket_.number(), answer)) bury();
  return answer;
}

bool Process::wait_for_answer() {
  constexpr int slice_milliseconds = 50;
  const Clock::time_point start = Clock::now();
  double cpu_before = -1;  // asked for only when the answer is slow
  std::optional<std::uint64_t> halfway;
  for (;;) {
    pollfd answer{socket_.number(), POLLIN, 0};
    if (poll(&answer, 1, slice_milliseconds) > 0) return (answer.revents & POLLIN) != 0;
    if (cpu_before < 0) cpu_before = cpu_seconds(pid_);
    const double waited = std::chrono::duration<double>(Clock::now() - start).count();
    if (!halfway && waited > seconds_ / 2) halfway = data_bytes(pid_);
    if (waited > seconds_) end(Death::How::WallTime, halfway.value_or(0));
    if (cpu_seconds(pid_) - cpu_before > limits_.cpu_seconds) end(Death::How::CpuTime, halfway.value_or(0));
  }
}

std::size_t Process::threads() const {
  struct stat tasks {};
  constexpr nlink_t links_of_a_folder = 2;  // and one for each folder in it
  if (stat(tasks_.c_str(), &tasks) != 0 || tasks.st_nlink < links_of_a_folder) return 0;
  return tasks.st_nlink - links_of_a_folder;
}

void Process::settle(std::size_t threads) {
  constexpr auto longest = std::chrono::milliseconds(50), step_longest = std::chrono::milliseconds(1);
  const Clock::time_point start = Clock::now();
  std::chrono::microseconds step(10);  // a thread that was joined takes a moment to go
  for (;;) {
    const bool settled = this->threads() <= threads;
    pollfd ended{socket_.number(), 0, 0};  // a hang-up is always reported, but after the last thread is gone
    if (poll(&ended, 1, settled ? 1 : 0) > 0 || record().signal != 0) bury();
    if (settled || Clock::now() - start > longest) return;
    std::this_thread::sleep_for(step);
    step = std::min<std::chrono::microseconds>(2 * step, step_longest);
  }
}

void Process::end(Death::How how, std::uint64_t halfway_bytes) {
  const std::uint64_t memory = data_bytes(pid_);
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
  throw Death{how, 0, record(), said(), memory, halfway_bytes};
}

void Process::bury() {
  int status = 0;
  // A worker that closed its socket is on its way out, or pretends to be.
  for (int n = 0; n < 1000; ++n) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      kill(-pid_, SIGKILL);  // what it may have left behind
      pid_ = -1;
      const bool signalled = WIFSIGNALED(status);
      throw Death{signalled ? Death::How::Signal : Death::How::Exit, signalled ? WTERMSIG(status) : WEXITSTATUS(status),
                  record(), said()};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  end(Death::How::Garbled);
}

std::string Process::said() const {
  constexpr std::size_t kept = 200;
  std::string text;
  char part[4096];
  for (ssize_t got; (got = read(output_.number(), part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.size() > kept ? "... " + text.substr(text.size() - kept) : text;
}

}  // namespace assay::impls::sandbox
