// SPDX-License-Identifier: Apache-2.0
#include "reports/formats/html/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <utility>

#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

constexpr double width = 400;
constexpr double height = 220;
constexpr double left = 46;
constexpr double right = 12;
constexpr double top = 14;
constexpr double bottom = 46;

std::string at(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

struct Place {
  double x;
  double y;
};

std::string text_at(const Place& place, const char* anchor, const std::string& text) {
  return "<text x=\"" + at(place.x) + "\" y=\"" + at(place.y) + "\" text-anchor=\"" + anchor + "\">" + html(text) +
         "</text>\n";
}

std::string line(const char* kind, const Place& from, const Place& to) {
  return std::string("<line class=\"") + kind + "\" x1=\"" + at(from.x) + "\" y1=\"" + at(from.y) + "\" x2=\"" +
         at(to.x) + "\" y2=\"" + at(to.y) + "\"/>\n";
}

std::string frame(const std::string& title, const std::string& body) {
  return "<svg viewBox=\"0 0 " + at(width) + " " + at(height) + "\" role=\"img\" aria-label=\"" + html(title) +
         "\">\n<title>" + html(title) + "</title>\n" + body + "</svg>\n";
}

std::string axis_titles(const std::string& x_label) {
  return text_at({(left + width - right) / 2, height - 6}, "middle", x_label);
}

std::string superscript(int exponent) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

std::string power_of_ten(int exponent) {
  if (exponent >= -2 && exponent <= 2) return number(std::pow(10.0, exponent));
  return "10" + superscript(exponent);
}

/// Height of a count: a single element stands visibly above none.
double count_height(std::int64_t count, std::int64_t largest) {
  const auto scale = [](std::int64_t n) { return n == 0 ? 0 : 0.35 + std::log10(static_cast<double>(n)); };
  return (height - top - bottom) * scale(count) / scale(std::max<std::int64_t>(largest, 10));
}

std::string count_axis(std::int64_t largest) {
  std::string body;
  const int decades = static_cast<int>(std::log10(static_cast<double>(std::max<std::int64_t>(largest, 10))));
  const int step = decades > 6 ? 2 : 1;
  std::int64_t tick = 1;
  for (int decade = 0; decade <= decades; ++decade, tick *= 10) {
    if (decade % step != 0) continue;
    const double y = height - bottom - count_height(tick, largest);
    body += line("grid", {left, y}, {width - right, y}) + text_at({left - 6, y + 4}, "end", power_of_ten(decade));
  }
  return body;
}

std::string bar(const BarChart::Bar& b, const Place& corner, const Place& size) {
  const char* kind = b.bad ? "bar bad" : "bar";
  return std::string("<rect class=\"") + kind + "\" x=\"" + at(corner.x) + "\" y=\"" + at(corner.y) + "\" width=\"" +
         at(size.x) + "\" height=\"" + at(size.y) + "\" rx=\"1.5\"><title>" + html(b.range) + ": " + grouped(b.count) +
         "</title></rect>\n";
}

double position(const ScatterChart::Axis& axis, double value) {
  const double clamped = std::isnan(value) ? axis.high : std::clamp(value, axis.low, axis.high);
  return std::log(clamped / axis.low) / std::log(axis.high / axis.low);
}

double x_of(const ScatterChart& chart, double value) {
  return left + (width - left - right) * position(chart.x, value);
}
double y_of(const ScatterChart& chart, double value) {
  return height - bottom - (height - top - bottom) * position(chart.y, value);
}

std::vector<int> decades(const ScatterChart::Axis& axis) {
  std::vector<int> list;
  const int low = static_cast<int>(std::lround(std::log10(axis.low)));
  const int high = static_cast<int>(std::lround(std::log10(axis.high)));
  const int step = (high - low) / 6 + 1;
  for (int decade = low; decade <= high; decade += step) list.push_back(decade);
  return list;
}

}  // namespace

std::string to_svg(const BarChart& chart) {
  std::int64_t largest = 0;
  for (const BarChart::Bar& b : chart.bars) largest = std::max(largest, b.count);
  std::string body = count_axis(largest);
  const double slot = (width - left - right) / static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  const std::size_t every = chart.bars.size() / 11 + 1;  // labels that fit beside each other
  for (std::size_t n = 0; n < chart.bars.size(); ++n) {
    const double x = left + slot * static_cast<double>(n);
    const double tall = count_height(chart.bars[n].count, largest);
    if (chart.bars[n].count > 0)
      body += bar(chart.bars[n], {x + slot * 0.1, height - bottom - tall}, {slot * 0.8, tall});
    if (n % every == 0) body += text_at({x + slot / 2, height - bottom + 15}, "middle", chart.bars[n].label);
  }
  body += line("axis", {left, height - bottom}, {width - right, height - bottom}) + axis_titles(chart.x_label);
  return frame(chart.title, body);
}

std::string to_svg(const ScatterChart& chart) {
  std::string body;
  for (const int decade : decades(chart.y)) {
    const double y = y_of(chart, std::pow(10.0, decade));
    body += line("grid", {left, y}, {width - right, y}) + text_at({left - 6, y + 4}, "end", power_of_ten(decade));
  }
  for (const int decade : decades(chart.x)) {
    const double x = x_of(chart, std::pow(10.0, decade));
    body += line("grid", {x, top}, {x, height - bottom}) +
            text_at({x, height - bottom + 15}, "middle", power_of_ten(decade));
  }
  std::set<std::pair<std::string, std::string>> drawn;  // points on one pixel are one dot
  for (const ScatterChart::Point& p : chart.points) {
    const std::string x = at(x_of(chart, p.x));
    const std::string y = at(y_of(chart, p.y));
    if (!drawn.emplace(x, y).second) continue;
    const char* kind = p.y <= 1 ? "dot" : "dot bad";
    body += std::string("<circle class=\"") + kind + "\" cx=\"" + x + "\" cy=\"" + y + "\" r=\"3\"/>\n";
  }
  const double limit = y_of(chart, 1);
  body += line("limit", {left, limit}, {width - right, limit}) +
          text_at({width - right, limit - 5}, "end", chart.y.label + " = 1");
  return frame(chart.title, body + axis_titles(chart.x.label));
}

BarChart ulp_chart(const ErrorStatistics& statistics) {
  BarChart chart{"Elements by error in units in the last place", "error in ulps of the output's dtype", {}};
  const auto& bins = statistics.ulp_histogram;
  int last = 7;  // at least up to 8 ulps, so that kernels can be compared at a glance
  for (int k = 0; k < ErrorStatistics::ulp_bins; ++k)
    if (bins[k] > 0) last = std::max(last, k);
  const auto lower_edge = [](int k) {
    if (k < 4) return "1/" + std::to_string(1 << (4 - k));
    return k < 12 ? std::to_string(1 << (k - 4)) : "2" + superscript(k - 4);
  };
  for (int k = 0; k <= last; ++k) {
    const bool beyond = k == ErrorStatistics::ulp_bins - 1;
    const std::string range = k == 0   ? "below 1/8 ulp"
                              : beyond ? "beyond, or NaN"
                                       : "from " + lower_edge(k) + " to below " + lower_edge(k + 1) + " ulps";
    chart.bars.push_back({k == 0 ? "<⅛" : beyond ? "more" : lower_edge(k), range, bins[k], false});
  }
  return chart;
}

BarChart ratio_chart(const ErrorStatistics& statistics) {
  BarChart chart{"Elements by error over what is allowed", "error / allowed", {}};
  for (int k = 0; k < static_cast<int>(statistics.ratio_histogram.size()); ++k) {
    const bool beyond = k == 10;
    const std::string low = number(k / 10.0);
    chart.bars.push_back({beyond ? "≥1" : low,
                          beyond ? "1 and more" : "from " + low + " to below " + number((k + 1) / 10.0),
                          statistics.ratio_histogram[k], beyond});
  }
  return chart;
}

}  // namespace assay::reports
