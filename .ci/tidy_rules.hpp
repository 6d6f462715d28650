// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tidy_source.hpp"

namespace tidy {

// Includes (tidy_includes.cpp).

/// reference -> impls -> properties -> fuzz -> reports, with the narrow doors: kernels see the model only and never its
/// masks, the outside oracle neither, judges see a kernel's interface only, formats see the record only.
Complaints check_layers(const Source& source);
/// Each foreign library has one home, so that it can be replaced there and its headers are compiled there only.
Complaints check_confinement(const Source& source);
/// What the doors forbid is not reached through a header in between either.
Complaints check_reach(const std::vector<Source>& tree);
/// A header that nobody includes and a source that no build file names are dead.
Complaints check_used(const std::vector<Source>& tree);

// Folders (tidy_rooms.cpp).

/// No folder includes from another that includes from it, directly or by way of others; tests may.
Complaints check_rooms(const std::vector<Source>& tree);
/// What an installed header includes of ours is installed as well (cmake/AssayInstall.cmake).
Complaints check_public_headers(const std::vector<Source>& tree);

// Text (tidy_text.cpp).

/// At most 400 lines a file; README.md 120, a folder's README 60.
Complaints check_file_length(const Source& source);
/// At most 29 lines of code in the plug-in that stands for how little it takes.
Complaints check_example_length(const Source& source);
/// Build files and scripts, which clang-format does not read: at most 120 columns; no tabs, no blanks at line ends, a
/// newline at the end of the file.
Complaints check_columns(const Source& source);
/// The licence stands in the first line, or in the second under a shebang; headers say #pragma once.
Complaints check_frame(const Source& source);
/// A small number in the layers that judge looks like a tolerance; those live in reference/error.
Complaints check_tolerances(const Source& source);
/// Calls that make a run unrepeatable or a library print, with what to use instead.
Complaints check_banned(const Source& source);
/// A test's name is a claim without underscores; a skip says why; nothing is disabled.
Complaints check_test_names(const Source& source);
/// One heading of the first level a document, in its first line.
Complaints check_headings(const Source& source);

// Citations (tidy_citations.cpp).

/// numerics.md#anchor names a heading of that document, by GitHub's rule for anchors, and nothing cites a derivation in
/// another form.
Complaints check_citations(const std::vector<Source>& tree);

}  // namespace tidy
