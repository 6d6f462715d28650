// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reference/model/tensor.hpp"

namespace assay {

/// An element of an output by the names of its axes: "out[b=0 h=1 i=3 c=7]", "lse[b=0 h=1 i=3]",
/// "dropout_drawn[b=0 h=1 i=3 j=7]".
std::string place_text(std::string_view tensor, const Index4& index);

}  // namespace assay
