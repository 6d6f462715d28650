// SPDX-License-Identifier: Apache-2.0
#include "fuzz/measure/options.hpp"

#include <CLI/CLI.hpp>

#include "reference/model/text_fields.hpp"

namespace assay::measure {
namespace {

/// The parser's own numbers would read -1 as the largest one and 3k as 3.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& target, const std::string& help) {
  const auto read = [&target, name](const std::string& text) { target = parse_unsigned(name, text); };
  return app.add_option_function<std::string>(name, read, help)->type_name("N");
}

void add_faults(CLI::App& app, std::vector<std::string>& faults) {
  app.add_option("faults", faults, "Faults by name, with or without 'fault/'; default: all")->type_name("FAULT");
}

void add_power(CLI::App& app, PowerOptions& o) {
  add_count(app, "seeds", o.seeds, "Seeds of each fault, format, shape and family of numbers")->required();
  add_faults(app, o.faults);
}

void add_honest(CLI::App& app, HonestOptions& o) {
  add_count(app, "cases", o.cases, "How many random cases")->required();
  add_count(app, "seed", o.seed, "The stream they are from")->required();
  add_count(app, "first", o.first, "Number of the first in its stream; default 0");
  app.add_option("kernels", o.kernels,
                 "Kernels by name, and 'noisy'; default: every correct kernel and a set of emulated arithmetics")
      ->type_name("KERNEL");
}

void add_kills(CLI::App& app, KillsOptions& o) {
  app.add_option("--threads", o.threads, "Parts measured at the same time; default: one a hardware thread")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  add_faults(app, o.faults);
}

void add_confusion(CLI::App& app, ConfusionOptions& o) {
  add_count(app, "seeds", o.seeds, "Seeds of each fault")->required();
  add_faults(app, o.faults);
}

void add_search(CLI::App& app, SearchOptions& o) {
  add_count(app, "cases", o.cases, "Cases tried of each kernel")->required();
  add_count(app, "seed", o.seed, "Start of the searches")->required();
  const auto read_seconds = [&o](const std::string& text) {
    o.seconds = parse_real("seconds", text);
    if (!(*o.seconds >= 0)) throw UsageError("seconds=" + text + ": want a number from 0");
  };
  app.add_option_function<std::string>("seconds", read_seconds, "End each search after so long; default: never")
      ->type_name("SECONDS");
  app.add_option("kernels", o.kernels, "Kernels and faults by name; default: every fault, then every kernel")
      ->type_name("KERNEL");
}

void add_cuda(CLI::App& app, CudaOptions& o) {
  app.add_option("library", o.library, "An emulated kernel, as build/dev/cuda/libexplicit_emulated_linear.so")
      ->required()
      ->type_name("LIBRARY");
  app.add_option("order", o.order,
                 "Of threads: linear, reverse, random (its seed changes with the case), or every: in turn")
      ->required()
      ->type_name("ORDER")
      ->check(CLI::IsMember({"linear", "reverse", "random", "every"}));
  add_count(app, "cases", o.cases, "How many random cases")->required();
  add_count(app, "seed", o.seed, "The stream they are from")->required();
  add_count(app, "first", o.first, "Number of the first in its stream; default 0");
  app.add_option("model", o.model, "Of tensor cores: fp32-fma, aligned-8-24-23 or aligned-16-25-23")
      ->type_name("MODEL");
}

std::string names_of_verbs(const CLI::App& app) {
  std::string names;
  for (const CLI::App* const verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names += verb->get_name() + ", ";
  return names + "or --help";
}

}  // namespace

Options parse_options(int count, const char* const* arguments) {
  CLI::App app{
      "assay-measure measures Assay itself. Every figure is a function of its arguments, whatever the threads.\n"
      "Exit codes: 0 fine; 1 a false alarm, or nothing was judged; 2 the command line is wrong; 3 the environment is.",
      "assay-measure"};
  app.require_subcommand(1);
  PowerOptions power;
  HonestOptions honest;
  KillsOptions kills;
  ConfusionOptions confusion;
  SearchOptions search;
  CudaOptions cuda;
  CLI::App* const power_verb =
      app.add_subcommand("power", "Share of faults that are found, beside the rules of other projects");
  CLI::App* const honest_verb = app.add_subcommand("honest", "False alarms: correct kernels on random cases");
  CLI::App* const kills_verb =
      app.add_subcommand("kills", "Which check finds which fault: properties/sensitivity/kill_matrix.txt");
  CLI::App* const confusion_verb = app.add_subcommand("confusion", "How violated runs of faults are named");
  CLI::App* const search_verb = app.add_subcommand("search", "Long searches: what is found, and after how many cases");
  CLI::App* const cuda_verb = app.add_subcommand("cuda", "False alarms: an emulated CUDA kernel on random cases");
  add_power(*power_verb, power);
  add_honest(*honest_verb, honest);
  add_kills(*kills_verb, kills);
  add_confusion(*confusion_verb, confusion);
  add_search(*search_verb, search);
  add_cuda(*cuda_verb, cuda);
  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) {
    return HelpText{app.help()};
  } catch (const CLI::ParseError& error) {
    if (app.get_subcommands().empty())
      throw UsageError((count > 1 ? "'" + std::string(arguments[1]) + "' is not a verb" : "a verb is missing") +
                       "; want " + names_of_verbs(app));
    throw UsageError(std::string(error.what()) + "; `assay-measure " + app.get_subcommands().front()->get_name() +
                     " --help` shows what is known");
  }
  if (*power_verb) return power;
  if (*honest_verb) return honest;
  if (*kills_verb) return kills;
  if (*confusion_verb) return confusion;
  if (*search_verb) return search;
  return cuda;
}

}  // namespace assay::measure
