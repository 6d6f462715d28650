// SPDX-License-Identifier: Apache-2.0
#include "reference/model/place.hpp"

#include <fmt/format.h>

namespace assay {

std::string place_text(std::string_view tensor, const Index4& index) {
  std::string place = fmt::format("{}[b={} h={} i={}", tensor, index[0], index[1], index[2]);
  if (tensor != "lse") place += fmt::format(" {}={}", tensor == "out" ? 'c' : 'j', index[3]);
  return place + "]";
}

}  // namespace assay
