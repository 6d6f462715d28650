// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "tidy_rules.hpp"

namespace tidy {
namespace {

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

/// An include from one folder into another: the file that has it and the file that it names.
struct Arrow {
  std::string from;
  std::string to;
};

/// Folder by folder, the folders that its files include from, each with one such include.
using Rooms = std::map<std::string, std::map<std::string, Arrow>>;

Rooms rooms_of(const std::vector<Source>& tree) {
  std::set<std::string> paths;
  for (const Source& source : tree) paths.insert(source.path);
  Rooms rooms;
  for (const Source& source : tree) {
    if (!source.is_cpp() || source.is_test()) continue;
    for (const Include& include : includes_of(source)) {
      const std::string here = folder_of(source.path);
      const std::string there = folder_of(include.target);
      if (include.quoted && here != there && paths.contains(include.target))
        rooms[here].try_emplace(there, Arrow{source.path, include.target});
    }
  }
  return rooms;
}

/// The shortest way of arrows from one folder to another; empty: there is none.
std::vector<Arrow> way(const Rooms& rooms, const std::string& from, const std::string& to) {
  std::map<std::string, std::vector<Arrow>> ways{{from, {}}};
  for (std::vector<std::string> reached{from}; !reached.empty();) {
    std::vector<std::string> next;
    for (const std::string& room : reached) {
      const auto found = rooms.find(room);
      if (found == rooms.end()) continue;
      for (const auto& [there, arrow] : found->second) {
        if (ways.contains(there)) continue;
        std::vector<Arrow> longer = ways.at(room);
        longer.push_back(arrow);
        if (there == to) return longer;
        ways[there] = std::move(longer);
        next.push_back(there);
      }
    }
    reached = std::move(next);
  }
  return {};
}

}  // namespace

Complaints check_rooms(const std::vector<Source>& tree) {
  const Rooms rooms = rooms_of(tree);
  Complaints complaints;
  std::set<std::set<std::string>> told;
  for (const auto& [here, arrows] : rooms)
    for (const auto& [there, arrow] : arrows) {
      const std::vector<Arrow> back = way(rooms, there, here);
      if (back.empty()) continue;
      std::set<std::string> circle{here, there};
      std::string text = arrow.from + " -> " + arrow.to;
      for (const Arrow& step : back) {
        circle.insert(folder_of(step.to));
        text += "; " + step.from + " -> " + step.to;
      }
      if (told.insert(circle).second) complaints.push_back("folders include each other in a circle: " + text);
    }
  return complaints;
}

Complaints check_public_headers(const std::vector<Source>& tree) {
  std::string list;
  for (const Source& source : tree)
    if (source.path == "cmake/AssayInstall.cmake") list = source.text;
  const auto is_public = [&](const std::string& path) { return list.find(" " + path) != std::string::npos; };
  Complaints complaints;
  for (const Source& source : tree) {
    if (!source.is_cpp() || !is_public(source.path)) continue;
    for (const Include& include : includes_of(source))
      if (include.quoted && !is_public(include.target))
        complaints.push_back(at(
            source, include.line,
            "an installed header includes \"" + include.target + "\", which cmake/AssayInstall.cmake does not name"));
  }
  return complaints;
}

}  // namespace tidy
