// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// A histogram with a logarithmic count axis, so that one element in a million is still seen.
struct BarChart {
  struct Bar {
    std::string label;  ///< under the bar
    std::string range;  ///< spoken and shown when pointed at
    std::int64_t count = 0;
    bool bad = false;
  };
  std::string title;
  std::string x_label;
  std::vector<Bar> bars;
};

/// Points on two logarithmic axes; values beyond an axis are drawn at its end. Points above y = 1 are bad.
struct ScatterChart {
  struct Axis {
    std::string label;
    double low = 1;  ///< powers of ten
    double high = 10;
  };
  struct Point {
    double x = 0;
    double y = 0;
  };
  std::string title;
  Axis x;
  Axis y;
  std::vector<Point> points;
};

/// Self-contained SVG elements, no script. Colours are the CSS classes bar, bad, dot, grid, limit of the page that
/// holds them.
std::string to_svg(const BarChart& chart);
std::string to_svg(const ScatterChart& chart);

/// The elements' errors in units in the last place.
BarChart ulp_chart(const ErrorStatistics& statistics);
/// The elements' errors over what their arithmetic allows them.
BarChart ratio_chart(const ErrorStatistics& statistics);

}  // namespace assay::reports
