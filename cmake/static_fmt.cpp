// SPDX-License-Identifier: Apache-2.0
// fmt as a static library, which Debian does not have, for AssayCarried.cmake: its definitions, and the templates that
// others expect to be instantiated.
#include <fmt/format-inl.h>

template FMT_API fmt::detail::thousands_sep_result<char> fmt::detail::thousands_sep_impl<char>(fmt::detail::locale_ref);
template FMT_API char fmt::detail::decimal_point_impl<char>(fmt::detail::locale_ref);
template FMT_API void fmt::detail::buffer<char>::append(const char*, const char*);
template FMT_API fmt::detail::dragonbox::decimal_fp<float> fmt::detail::dragonbox::to_decimal(float) noexcept;
template FMT_API fmt::detail::dragonbox::decimal_fp<double> fmt::detail::dragonbox::to_decimal(double) noexcept;
