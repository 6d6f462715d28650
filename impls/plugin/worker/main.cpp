// SPDX-License-Identifier: Apache-2.0
// The program in which a plug-in runs. It is started by exec, knows the model and the plug-in loader only (no
// reference, no seed, no earlier output), and answers one question after another on its socket.
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "impls/plugin/worker/address_space.hpp"
#include "impls/plugin/worker/caller_state.hpp"
#include "impls/plugin/worker/confine.hpp"
#include "impls/plugin/worker/crash_record.hpp"
#include "impls/plugin/worker/device_copy.hpp"
#include "impls/plugin/worker/library.hpp"
#include "impls/plugin/wire.hpp"
#include "impls/plugin/worker/workspace.hpp"

#if defined(__SANITIZE_ADDRESS__)
// The search for leaks needs a process of its own, which the confinement refuses.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

namespace assay::impls::worker {
namespace {

/// A judge that went is no trouble; a socket that the library closed is.
int exit_code() { return fcntl(socket_fd, F_GETFD) < 0 ? closed_socket_code : 0; }

/// Ends the process when the judge is gone, even while the plug-in hangs. (PR_SET_PDEATHSIG would end it with the
/// thread that started it.) Begun after the confinement, which threads inherit.
void watch_judge() {
  std::thread([] {
    pollfd judge{socket_fd, 0, 0};  // a hang-up is always reported
    while (poll(&judge, 1, -1) <= 0) {
    }
    _exit(exit_code());
  }).detach();
}

CrashRecord* shared_record() {
  void* page = mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, control_fd, 0);
  close(control_fd);  // a library finds no descriptor of shared memory
  return page == MAP_FAILED ? nullptr : static_cast<CrashRecord*>(page);
}

class Worker {
 public:
  /// Until the judge closes the socket.
  void serve() {
    std::vector<std::byte> bytes;
    for (int fd = -1; receive_message(socket_fd, bytes, &fd);) {
      Unpacker message(bytes);
      const Packer reply = answer(static_cast<Ask>(message.number()), message, fd);
      if (fd >= 0) close(fd);
      if (!send_message(socket_fd, reply.bytes())) return;
    }
  }

 private:
  Packer answer(Ask ask, Unpacker& message, int fd) {
    switch (ask) {
      case Ask::Load: return pack(load(unpack_load(message)));
      case Ask::Answer: return pack(plugin_->answer(parse_problem(message.text())));
      case Ask::Map: return Packer() << reinterpret_cast<std::uint64_t>(space_.map(unpack_map(message), fd));
      case Ask::Unmap: space_.unmap_all(); return Packer() << std::uint64_t{0};
      case Ask::Forward: return pack(forward(unpack_forward(message)));
    }
    throw std::logic_error("the judge asked for something else");
  }

  Loaded load(const Load& request) {
    Loaded loaded;
    loaded.lost = confine(request.memory_bytes, library_files(request.library));
    watch_judge();
    if (CrashRecord* record = shared_record()) install_crash_record(record);
    try {
      plugin_.emplace(load_library(request.library));
      loaded.info = plugin_->info();
      loaded_state_ = caller_state();
    } catch (const std::exception& error) {
      loaded.error = error.what();
    } catch (...) {
      loaded.error = "a constructor of it threw";
    }
    return loaded;
  }

  Done forward(const Forward& request) {
    if (!call_ || request.problem != problem_text_) {
      const Problem problem = parse_problem(request.problem);
      call_ = std::make_unique<PluginCall>(problem);
      const std::size_t bytes = plugin_->answer(problem).workspace_bytes;
      try {
        workspace_.resize(bytes);
      } catch (const std::bad_alloc&) {
        return {.status = ASSAY_OUT_OF_MEMORY,
                .text = "workspace of " + std::to_string(bytes) + " bytes, which supports() asked for",
                .exception = {},
                .changed = {},
                .written = {}};
      }
      problem_text_ = request.problem;
    }
    DeviceCopy device(plugin_->description().memory);
    for (const RegionView& view : request.views) {
      void* host = space_.at(view.region, view.offset);
      call_->place({view.name, device.place(view, host), view.type, view.extents, view.strides});
    }
    call_->set_dropout_seed(request.dropout_seed);
    call_->set_workspace(workspace_.fresh(), workspace_.bytes());
    Done done = call_plugin();
    if (done.status == ASSAY_OK && done.exception.empty()) done.written = device.copy_back();
    return done;
  }

  Done call_plugin() {
    Done done;
    try {
      done.status = plugin_->description().forward(&call_->call());
    } catch (const std::exception& error) {
      done.exception = error.what();
    } catch (...) {
      done.exception = "not derived from std::exception";
    }
    done.changed = changed_since(loaded_state_);
    if (!done.changed.empty()) restore(loaded_state_);
    if (done.status != ASSAY_OK) done.text = plugin_->describe(static_cast<assay_status>(done.status));
    return done;
  }

  AddressSpace space_;
  std::optional<Plugin> plugin_;
  CallerState loaded_state_;  ///< what every call has to leave as it was
  std::unique_ptr<PluginCall> call_;
  std::string problem_text_;
  Workspace workspace_;
};

}  // namespace
}  // namespace assay::impls::worker

int main() {
  namespace worker = assay::impls::worker;
  prctl(PR_SET_NAME, "host");
  close_range(worker::control_fd + 1, ~0U, 0);
  worker::Worker().serve();
  // No destructors: threads that the plug-in left behind may still use what they would destroy.
  _exit(worker::exit_code());
}
