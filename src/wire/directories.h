// Arguments and results of the operations that read what a directory or a symbolic link holds, and
// of the one that sets a file's size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wire/name_space.h"

namespace strait::wire {

struct ReadlinkArgs {
  Handle file{};

  static void describe(auto& xdr, auto& readlink) { xdr.fixed(readlink.file); }
};

struct ReadlinkResults {
  std::string target;

  static void describe(auto& xdr, auto& readlink) { xdr.text(readlink.target, kPathMaxBytes); }
};

struct ReaddirArgs {
  Handle directory{};
  std::uint64_t cookie = 0;  // 0: from the start
  std::uint32_t entries_max = kEntriesMax;

  static void describe(auto& xdr, auto& readdir) {
    xdr.fixed(readdir.directory);
    xdr.number(readdir.cookie);
    xdr.number(readdir.entries_max);
  }
};

struct DirectoryEntry {
  std::string name;
  std::uint64_t cookie = 0;  // goes on after this entry
  Handle file{};
  Attributes attributes;

  static void describe(auto& xdr, auto& entry) {
    xdr.text(entry.name, kNameMaxBytes);
    xdr.number(entry.cookie);
    xdr.fixed(entry.file);
    xdr.part(entry.attributes);
  }
};

struct ReaddirResults {
  std::vector<DirectoryEntry> entries;
  bool end = false;

  static void describe(auto& xdr, auto& readdir) {
    xdr.list(readdir.entries, kEntriesMax);
    xdr.boolean(readdir.end);
  }
};

struct ResizeArgs {
  Replay replay;
  Handle file{};
  std::uint64_t size = 0;
  bool allocate = false;  // reserve, never shrink

  static void describe(auto& xdr, auto& resize) {
    xdr.part(resize.replay);
    xdr.fixed(resize.file);
    xdr.number(resize.size);
    xdr.boolean(resize.allocate);
  }
};

}  // namespace strait::wire
