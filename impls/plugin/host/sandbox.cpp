// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/sandbox.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "impls/plugin/plugin.hpp"
#include "impls/plugin/host/arena.hpp"
#include "impls/plugin/host/checksum.hpp"
#include "impls/plugin/host/output_fill.hpp"
#include "impls/plugin/host/process.hpp"
#include "impls/plugin/host/program.hpp"
#include "impls/plugin/host/schedule.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls {
namespace {

using namespace sandbox;

/// Without what would move a terminal's cursor.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

std::string with_words(const std::string& text, const Death& death) {
  return death.said.empty() ? text : text + "; it wrote: " + one_line(death.said);
}

std::string access_word(const worker::CrashRecord& record) {
  return record.write == 1 ? "writing" : record.write == 0 ? "reading" : "touching";
}

KernelFault fault_of_signal(const Death& death, const Arena& arena) {
  const worker::CrashRecord& record = death.record;
  const std::string signal = std::string("SIG") + (sigabbrev_np(death.number) ? sigabbrev_np(death.number) : "?");
  if (death.number == SIGXCPU) return {"hang", "it used up its processor time"};
  if (record.memory_exhausted == 1) return {"memory", with_words(signal + " with its memory used up", death)};
  if (record.signal != SIGSEGV && record.signal != SIGBUS) return {"crash", with_words(signal, death)};
  if (const auto found = arena.find(record.address)) {
    const auto& [piece, position] = *found;
    const std::string where = describe(*piece, position);
    if (position.side != Position::Side::Inside)
      return {record.write == 1 ? "out of bounds write" : "out of bounds read", where};
    if (!piece->writable && record.write != 0) return {"input written", where};
  }
  return {"crash",
          with_words(fmt::format("{}, {} address 0x{:x}", signal, access_word(record), record.address), death)};
}

/// A process that a time limit ended. Filling memory may take longer than a call is given: what had as good as all of
/// it, or took ever more, did not merely hang.
KernelFault fault_of_time(const std::string& what, const Death& death, const SandboxOptions& limits) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  const std::uint64_t all = limits.memory_bytes, taken = death.memory_bytes;
  const bool used_up = taken > all - all / 8, grew = taken > all / 16 && taken - taken / 4 > death.halfway_bytes;
  if (!grew && taken < all / 4) return {"hang", what};
  return {used_up || grew ? "memory" : "hang",
          fmt::format("{}, with {} of {} MiB of memory taken{}", what, taken / mebibyte, all / mebibyte,
                      grew ? " and ever more" : "")};
}

KernelFault fault_of(const Death& death, const Arena& arena, const SandboxOptions& limits) {
  switch (death.how) {
    case Death::How::Signal: return fault_of_signal(death, arena);
    case Death::How::Exit:
      if (death.number == worker::closed_socket_code)
        return {"exit", with_words("it closed the descriptor over which its process answers", death)};
      return {"exit", with_words(fmt::format("code {} before the call returned", death.number), death)};
    case Death::How::WallTime:
      return fault_of_time(fmt::format("no answer within {} s", limits.seconds), death, limits);
    case Death::How::CpuTime:
      return fault_of_time(fmt::format("more than {} s of processor time", limits.cpu_seconds), death, limits);
    case Death::How::Garbled: return {"crash", "its process neither listens nor ends"};
  }
  return {"crash", ""};
}

/// The same fault of a process whose call had returned.
KernelFault after_return(const KernelFault& fault) {
  const bool wrote = fault.kind() == "input written" || fault.kind() == "out of bounds write";
  return {wrote ? "written after return" : fault.kind(), fault.where() + ", after the call had returned"};
}

/// One process with the library loaded.
class Worker {
 public:
  Worker(const std::filesystem::path& library, const SandboxOptions& options)
      : options_(options),
        process_(options),
        arena_(process_) {
    const auto refuse = [&](const std::string& why) {
      throw EnvironmentError(one_line(library.string() + ": " + why));
    };
    const std::string path = std::filesystem::weakly_canonical(library).string();
    try {
      const std::vector<std::byte> answer = process_.ask(pack(worker::Load{path, options.memory_bytes}));
      worker::Unpacker message(answer);
      loaded_ = worker::unpack_loaded(message);
      process_.loaded();
    } catch (const Death& death) {
      SandboxOptions limits = options;
      limits.seconds = options.load_seconds;
      const KernelFault fault = fault_of(death, arena_, limits);
      refuse("it ended while it was loaded: " + fault.kind() + ", " + fault.where());
    } catch (const std::runtime_error& error) {
      refuse(std::string("its process answered nonsense: ") + error.what());
    }
    if (!loaded_.error.empty()) refuse(loaded_.error);
  }

  const worker::Loaded& loaded() const { return loaded_; }
  std::uint64_t calls() const { return calls_; }
  std::uint64_t next_run() { return runs_++; }
  /// A time limit ended it.
  bool out_of_time() const { return out_of_time_; }

  PluginAnswer answer(const std::string& problem) {
    return guarded([&] {
      const std::vector<std::byte> bytes =
          process_.ask(worker::Packer() << static_cast<std::uint64_t>(worker::Ask::Answer) << problem);
      worker::Unpacker message(bytes);
      return worker::unpack_answer(message);
    });
  }

  /// `patient`: something is known to run on after calls.
  void forward(const std::string& problem, const Inputs& inputs, Outputs& outputs, const Layout& layout,
               const OutputFill& fill, bool patient) {
    guarded([&] {
      arena_.begin_call();
      for_each_tensor(inputs, [&](const std::string& name, const Tensor& tensor) {
        const std::optional<Tensor> copy = copy_for(promises_of(loaded_.info), tensor);
        arena_.add_input(name, copy ? *copy : tensor, layout);
      });
      for_each_output(outputs, [&](const std::string& name, Tensor& tensor) {
        arena_.add_output(name, tensor, fill.bits(tensor.type()), layout);
      });
      const std::vector<std::byte> bytes =
          process_.ask(pack(worker::Forward{problem, inputs.dropout_seed, arena_.views()}));
      ++calls_;
      worker::Unpacker message(bytes);
      check(worker::unpack_done(message));
      arena_.check_inputs();
      for_each_output(outputs, [&](const std::string& name, Tensor& tensor) { arena_.take_output(name, tensor); });
      arena_.check_memory();
      if (patient || process_.threads() > threads_) look_again();
    });
  }

  template <class Visit>
  static void for_each_output(Outputs& outputs, Visit visit) {
    visit("out", outputs.out);
    if (outputs.lse) visit("lse", *outputs.lse);
    if (outputs.dropout_drawn) visit("dropout_drawn", *outputs.dropout_drawn);
  }

 private:
  /// The call left threads behind: what do they do? Those that stay are taken for a pool, and not waited for again.
  void look_again() {
    try {
      process_.settle(worker::own_threads);
    } catch (const Death& death) {
      throw after_return(fault_of(death, arena_, options_));
    }
    threads_ = process_.threads();
    arena_.check_inputs();
    arena_.check_outputs();
  }

  template <class Do>
  std::invoke_result_t<Do> guarded(Do run) {
    try {
      return run();
    } catch (const Death& death) {
      out_of_time_ = death.how == Death::How::WallTime || death.how == Death::How::CpuTime || death.number == SIGXCPU;
      throw fault_of(death, arena_, options_);
    } catch (const KernelFault&) {
      throw;
    } catch (const EnvironmentError&) {  // the judge's own trouble
      throw;
    } catch (const std::runtime_error& error) {  // a word of the worker that does not parse
      throw KernelFault("crash", std::string("its process answered nonsense: ") + error.what());
    }
  }

  static void check(const worker::Done& done) {
    if (!done.exception.empty()) throw KernelFault("exception", done.exception);
    if (!done.changed.empty()) throw KernelFault("caller state", done.changed);
    if (!done.written.empty()) throw KernelFault("out of bounds write", done.written);
    if (done.status == ASSAY_OK) return;
    if (done.status == ASSAY_OUT_OF_MEMORY) throw KernelFault("memory", done.text);
    if (done.status == ASSAY_UNSUPPORTED)
      throw KernelFault("refused", "after it had said that it supports this: " + done.text);
    throw KernelFault("error status", done.text);
  }

  const SandboxOptions& options_;
  Process process_;
  Arena arena_;
  worker::Loaded loaded_;
  std::uint64_t calls_ = 0, runs_ = 0;
  bool out_of_time_ = false;
  std::size_t threads_ = worker::own_threads;
};

/// A plug-in that used up its time so often is not called any more: each of its calls would cost the whole limit.
constexpr int hangs_max = 5;

class SandboxKernel final : public FromOutside {
 public:
  SandboxKernel(std::filesystem::path library, const SandboxOptions& options)
      : library_(std::move(library)),
        options_(options) {
    check_library_file(library_);
    auto worker = std::make_unique<Worker>(library_, options_);
    loaded_ = worker->loaded();
    idle_.push_back(std::move(worker));
  }

  std::string name() const override { return library_.string(); }
  std::string description() const override { return title_of(loaded_.info); }
  Provenance provenance() const override {
    Provenance provenance = provenance_of(loaded_.info);
    provenance.lost = loaded_.lost;
    return provenance;
  }
  Promises promises() const override { return promises_of(loaded_.info); }
  std::shared_ptr<const Kernel> fresh() const override { return std::make_shared<SandboxKernel>(library_, options_); }
  std::optional<Convention> convention() const override { return loaded_.info.convention; }

  std::vector<std::string> caveats() const override {
    std::vector<std::string> caveats = loaded_.lost;
    if (loaded_.info.backward) caveats.emplace_back("backward is offered and not judged");
    if (needs_aligned())
      caveats.emplace_back(
          "it asks for tensors at multiples of 16 bytes: reads less than 16 bytes past an end are not "
          "seen");
    return caveats;
  }

  Support supports(const Problem& problem) const override { return {answer(problem).refusal}; }
  Arithmetic arithmetic(const Problem& problem) const override {
    const std::string line = answer(problem).arithmetic;
    return line.empty() ? Arithmetic{} : parse_arithmetic(line);
  }

  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    if (hangs_ >= hangs_max)
      throw KernelFault("not called", fmt::format("it used up its time in {} calls before", hangs_max));
    check_answer(answer(problem), options_.memory_bytes);
    const std::string line = to_text(problem);
    std::unique_ptr<Worker> worker = take_worker();
    try {
      call(*worker, line, inputs, outputs);
    } catch (const KernelFault& first) {
      if (first.kind() == "written after return") runs_on_ = true;
      const std::uint64_t before = worker->calls();
      const bool hung = worker->out_of_time();
      worker.reset();  // first, so that what it left running cannot disturb
      throw confirmed(first, hung, before, line, inputs);
    }
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(worker));
  }

 private:
  PluginAnswer answer(const Problem& problem) const {
    const std::string line = to_text(problem);
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = answers_.find(line); known != answers_.end()) return known->second;
    }
    const Support described = plugin_support(loaded_.info, problem);
    PluginAnswer answer = described ? ask(line) : PluginAnswer{described.refusal};
    const std::lock_guard lock(mutex_);
    constexpr std::size_t answers_kept = 4096;
    if (answers_.size() >= answers_kept) answers_.clear();
    return answers_[line] = answer;
  }

  /// Where supports() does not answer, the call is made all the same: it meets the fault again, and reports it.
  PluginAnswer ask(const std::string& line) const {
    std::unique_ptr<Worker> worker;
    try {
      worker = take_worker();
      PluginAnswer answer = worker->answer(line);
      if (!answer.arithmetic.empty()) parse_arithmetic(answer.arithmetic);  // its words are not trusted
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(worker));
      return answer;
    } catch (const KernelFault&) {
      hangs_ += worker && worker->out_of_time();
      return {};
    } catch (const UsageError& error) {
      return {.fault = std::string("its arithmetic does not parse: ") + error.what()};
    }
  }

  std::unique_ptr<Worker> take_worker() const {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return new_worker();
  }

  std::unique_ptr<Worker> new_worker() const {
    try {
      return std::make_unique<Worker>(library_, options_);
    } catch (const EnvironmentError& error) {
      throw KernelFault("crash", std::string("it was loaded before and now cannot be: ") + error.what());
    }
  }

  bool needs_aligned() const { return (loaded_.info.promises & ASSAY_NEEDS_ALIGNED_16) != 0; }

  /// The call numbered `kept` by the schedule is the run's; the others, filled inversely, look for accesses.
  void call(Worker& worker, const std::string& line, const Inputs& inputs, Outputs& outputs) const {
    constexpr std::size_t small_bytes = 16'384;
    std::size_t bytes = outputs.out.storage_bytes();
    for_each_tensor(inputs, [&](const std::string&, const Tensor& tensor) { bytes += tensor.storage_bytes(); });
    const std::uint64_t numbers = checksum(inputs.query.bytes(), inputs.query.storage_bytes());
    const std::uint64_t choice = checksum(line.data(), line.size(), numbers);
    const OutputFill fill = draw_output_fill(choice >> 8, worker.calls());
    const Schedule made = schedule({.host = loaded_.info.device_type == kDLCPU,
                                    .any_strides = promises().any_strides,
                                    .aligned = needs_aligned(),
                                    .small = bytes <= small_bytes,
                                    .twice = bytes <= small_bytes,
                                    .numbers = choice,
                                    .run = worker.calls() + worker.next_run()});
    const Outputs before = outputs;
    for (std::size_t n = 0; n < made.layouts.size(); ++n) {
      const bool kept = n == made.kept;
      Outputs other = before;
      worker.forward(line, inputs, kept ? outputs : other, made.layouts[n], kept ? fill : fill.inverse(), runs_on_);
    }
    std::optional<Outputs> inverse;
    if (may_be_unwritten(outputs, fill)) {
      inverse = before;
      worker.forward(line, inputs, *inverse, made.layouts[made.kept], fill.inverse(), runs_on_);
    }
    mark_unwritten(outputs, inverse ? &*inverse : nullptr, fill);
  }

  /// The same call alone in a new process: what is reported is what it does there.
  KernelFault confirmed(const KernelFault& first, bool hung, std::uint64_t calls, const std::string& line,
                        const Inputs& inputs) const {
    if (hung && ++hangs_ > 1) return first;
    try {
      const std::unique_ptr<Worker> alone = new_worker();
      Outputs outputs = blank_outputs(parse_problem(line));
      call(*alone, line, inputs, outputs);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // for what it may have left running
      call(*alone, line, inputs, outputs);
    } catch (const KernelFault& second) {
      return second;
    }
    return {first.kind(),
            fmt::format("{}; alone in a new process it did not come again: it depends on the {} calls before "
                        "or on chance",
                        first.where(), calls)};
  }

  std::filesystem::path library_;
  SandboxOptions options_;
  worker::Loaded loaded_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
  mutable std::map<std::string, PluginAnswer> answers_;
  mutable std::atomic<int> hangs_{0};
  mutable std::atomic<bool> runs_on_{false};
};

}  // namespace

KernelPointer plugin_kernel(const std::filesystem::path& library, const SandboxOptions& options) {
  return std::make_shared<SandboxKernel>(library, options);
}

}  // namespace assay::impls
