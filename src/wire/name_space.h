// Arguments and results of the operations on names, directories and attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/attributes.h"
#include "wire/names.h"

namespace strait::wire {

// Of LOOKUP, MKDIR, SYMLINK and LINK.
struct EntryResults {
  Handle file{};
  Attributes attributes;

  static void describe(auto& xdr, auto& entry) {
    xdr.fixed(entry.file);
    xdr.part(entry.attributes);
  }
};

struct LookupArgs {
  Name name;
  bool follow = true;  // a symbolic link at the end is followed

  static void describe(auto& xdr, auto& lookup) {
    xdr.one_of(lookup.name);
    xdr.boolean(lookup.follow);
  }
};

enum class CreateMode : std::uint32_t { create_or_open = 0, exclusive = 1 };
constexpr bool is_valid(CreateMode how) { return how <= CreateMode::exclusive; }

struct CreateArgs {
  Replay replay;
  Name name;
  CreateMode how = CreateMode::create_or_open;
  SetAttributes attributes;

  static void describe(auto& xdr, auto& create) {
    xdr.part(create.replay);
    xdr.one_of(create.name);
    xdr.choice(create.how);
    xdr.part(create.attributes);
  }
};

struct CreateResults {
  Handle file{};
  Attributes attributes;
  bool created = false;

  static void describe(auto& xdr, auto& create) {
    xdr.fixed(create.file);
    xdr.part(create.attributes);
    xdr.boolean(create.created);
  }
};

struct GetattrArgs {
  Handle file{};

  static void describe(auto& xdr, auto& getattr) { xdr.fixed(getattr.file); }
};

struct GetattrResults {
  Attributes attributes;

  static void describe(auto& xdr, auto& getattr) { xdr.part(getattr.attributes); }
};

struct SetattrArgs {
  Replay replay;
  Handle file{};
  SetAttributes attributes;

  static void describe(auto& xdr, auto& setattr) {
    xdr.part(setattr.replay);
    xdr.fixed(setattr.file);
    xdr.part(setattr.attributes);
  }
};

struct RemoveArgs {
  Replay replay;
  Name name;
  std::optional<Handle> expected;  // nothing: whatever is there

  static void describe(auto& xdr, auto& remove) {
    xdr.part(remove.replay);
    xdr.one_of(remove.name);
    xdr.optional(remove.expected);
  }
};

struct RenameArgs {
  Replay replay;
  Name from;
  Name to;
  std::optional<Handle> expected;  // what `from` leads to

  static void describe(auto& xdr, auto& rename) {
    xdr.part(rename.replay);
    xdr.one_of(rename.from);
    xdr.one_of(rename.to);
    xdr.optional(rename.expected);
  }
};

struct LinkArgs {
  Replay replay;
  Handle file{};
  Name name;

  static void describe(auto& xdr, auto& link) {
    xdr.part(link.replay);
    xdr.fixed(link.file);
    xdr.one_of(link.name);
  }
};

struct SymlinkArgs {
  Replay replay;
  Name name;
  std::string target;

  static void describe(auto& xdr, auto& symlink) {
    xdr.part(symlink.replay);
    xdr.one_of(symlink.name);
    xdr.text(symlink.target, kPathMaxBytes);
  }
};

struct MkdirArgs {
  Replay replay;
  Name name;
  std::uint32_t mode = 0;

  static void describe(auto& xdr, auto& mkdir) {
    xdr.part(mkdir.replay);
    xdr.one_of(mkdir.name);
    xdr.number(mkdir.mode);
  }
};

}  // namespace strait::wire
