// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "reference/model/word_table.hpp"

namespace assay::impls {

/// What a kernel did other than compute.
enum class FaultKind {
  Crash,               ///< a signal ended it
  Hang,                ///< it did not return in time
  Exit,                ///< it ended its process
  Exception,           ///< it threw
  ErrorStatus,         ///< it returned a status other than success
  Refused,             ///< it refused a call that it had said to support
  Memory,              ///< it used up its memory, or asked for more than there is
  BadAnswer,           ///< supports() or the arithmetic it declares is not as the plug-in contract demands
  NotCalled,           ///< it was not called any more, since it had used up its time too often
  CallerState,         ///< it left the rounding mode, flush-to-zero or a signal handler changed
  OutOfBoundsRead,     ///< it read next to a tensor
  OutOfBoundsWrite,    ///< it wrote next to a tensor
  InputWritten,        ///< it changed an input
  WrittenAfterReturn,  ///< something that it left running wrote after the call had returned
  MemoryTakenAway,     ///< a tensor's shared memory was gone
  OutputReplaced,      ///< an output has another type or other extents
  OutputUnwritten,     ///< an element of an output is as it was before the call
  OutputMissing,       ///< there is no file of outputs for the case
  OutputMalformed,     ///< the file of outputs cannot be read as one
  OutputMisnamed,      ///< the file of outputs answers another case
};

inline constexpr std::array<Word<FaultKind>, 20> fault_kind_words{{
    {"crash", FaultKind::Crash},
    {"hang", FaultKind::Hang},
    {"exit", FaultKind::Exit},
    {"exception", FaultKind::Exception},
    {"error status", FaultKind::ErrorStatus},
    {"refused", FaultKind::Refused},
    {"memory", FaultKind::Memory},
    {"bad answer", FaultKind::BadAnswer},
    {"not called", FaultKind::NotCalled},
    {"caller state", FaultKind::CallerState},
    {"out of bounds read", FaultKind::OutOfBoundsRead},
    {"out of bounds write", FaultKind::OutOfBoundsWrite},
    {"input written", FaultKind::InputWritten},
    {"written after return", FaultKind::WrittenAfterReturn},
    {"memory taken away", FaultKind::MemoryTakenAway},
    {"output replaced", FaultKind::OutputReplaced},
    {"output unwritten", FaultKind::OutputUnwritten},
    {"output missing", FaultKind::OutputMissing},
    {"output malformed", FaultKind::OutputMalformed},
    {"output misnamed", FaultKind::OutputMisnamed},
}};
static_assert(is_complete(fault_kind_words, FaultKind::OutputMisnamed));

inline std::string_view name_of(FaultKind kind) { return word_of(kind, fault_kind_words); }

}  // namespace assay::impls
