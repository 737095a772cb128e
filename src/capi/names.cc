// The C API's calls on names and attributes.
#include <algorithm>
#include <cstring>

#include "capi/outcome.h"
#include "capi/server.h"

using strait::ErrorKind;
using strait::Result;
using strait::Status;
using strait::capi::call_hints;
using strait::capi::file_of;
using strait::capi::guarded;
using strait::capi::handle_of;
using strait::capi::name_of;
namespace wire = strait::wire;

namespace {

void give(const wire::Handle& file, const wire::Attributes& attributes, strait_handle* handle_out,
          strait_attributes* attributes_out) {
  if (handle_out != nullptr) *handle_out = handle_of(file);
  if (attributes_out != nullptr) *attributes_out = strait::capi::attributes_of(attributes);
}

wire::SetAttributes set_of(std::uint32_t mask, const strait_attributes& from) {
  wire::SetAttributes change;
  change.mask = mask;
  change.mode = from.mode;
  change.uid = from.uid;
  change.gid = from.gid;
  change.accessed = {from.accessed.seconds, from.accessed.nanoseconds};
  change.modified = {from.modified.seconds, from.modified.nanoseconds};
  return change;
}

}  // namespace

extern "C" {

int strait_lookup(strait_server* server, strait_name name, strait_handle* handle,
                  strait_attributes* attributes, const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    STRAIT_ASSIGN(const auto entry, server->names().lookup(ref, true, call_hints(hints)));
    give(entry.file, entry.attributes, handle, attributes);
    return {};
  });
}

int strait_create(strait_server* server, strait_name name, uint32_t mode, strait_create_mode how,
                  strait_handle* handle, strait_attributes* attributes, int* created,
                  const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    const strait::client::OpenHow open{
        .create = true, .exclusive = how == STRAIT_CREATE_EXCLUSIVE, .mode = mode};
    STRAIT_ASSIGN(const auto made, server->names().create(ref, open, call_hints(hints)));
    give(made.file, made.attributes, handle, attributes);
    if (created != nullptr) *created = made.created ? 1 : 0;
    return {};
  });
}

int strait_getattr(strait_server* server, const strait_handle* handle,
                   strait_attributes* attributes, const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto found, file_of(*server, *handle).attributes(call_hints(hints)));
    if (attributes != nullptr) *attributes = strait::capi::attributes_of(found);
    return {};
  });
}

int strait_setattr(strait_server* server, const strait_handle* handle, uint32_t mask,
                   const strait_attributes* attributes, const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_TRY(
        file_of(*server, *handle).set_attributes(set_of(mask, *attributes), call_hints(hints)));
    return {};
  });
}

int strait_remove(strait_server* server, strait_name name, const strait_handle* expected,
                  const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    wire::Handle only{};
    if (expected != nullptr) only = handle_of(*expected);
    return server->names().remove(ref, expected != nullptr ? &only : nullptr, call_hints(hints));
  });
}

int strait_rename(strait_server* server, strait_name from, strait_name to,
                  const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto source, name_of(*server, from));
    STRAIT_ASSIGN(const auto target, name_of(*server, to));
    return server->names().rename(source, target, call_hints(hints));
  });
}

int strait_link(strait_server* server, const strait_handle* file, strait_name name,
                const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    STRAIT_TRY(server->names().link(handle_of(*file), ref, call_hints(hints)));
    return {};
  });
}

int strait_symlink(strait_server* server, strait_name name, const char* target,
                   const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    STRAIT_TRY(server->names().symlink(ref, target, call_hints(hints)));
    return {};
  });
}

int strait_readlink(strait_server* server, const strait_handle* link, char* target, size_t size,
                    const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(
        const std::string text,
        server->names().read_link(handle_of(*link), "a symbolic link", call_hints(hints)));
    if (text.size() >= size) {
      return strait::error(ErrorKind::name_too_long, "the link's target has {} bytes, and {} fit",
                           text.size(), size);
    }
    std::memcpy(target, text.c_str(), text.size() + 1);
    return {};
  });
}

int strait_mkdir(strait_server* server, strait_name name, uint32_t mode, strait_handle* handle,
                 const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const auto ref, name_of(*server, name));
    STRAIT_ASSIGN(const auto made, server->names().make_directory(ref, mode, call_hints(hints)));
    if (handle != nullptr) *handle = handle_of(made.file);
    return {};
  });
}

int strait_readdir(strait_server* server, const strait_handle* directory, uint64_t cookie,
                   strait_entry* entries, size_t* count, int* end, const strait_hint* hints) {
  return guarded([&]() -> Status {
    const auto wanted =
        static_cast<std::uint32_t>(std::min<std::size_t>(*count, wire::kEntriesMax));
    STRAIT_ASSIGN(const auto page, server->names().list(handle_of(*directory), cookie, wanted,
                                                        "a directory", call_hints(hints)));
    const std::size_t found = std::min(*count, page.entries.size());
    for (std::size_t i = 0; i < found; ++i) {
      const wire::DirectoryEntry& from = page.entries[i];
      strait_entry& to = entries[i];
      static_assert(sizeof to.name > wire::kNameMaxBytes);
      std::memset(to.name, 0, sizeof to.name);
      std::memcpy(to.name, from.name.data(), from.name.size());
      to.cookie = from.cookie;
      give(from.file, from.attributes, &to.handle, &to.attributes);
    }
    if (end != nullptr) *end = page.end && found == page.entries.size() ? 1 : 0;
    *count = found;
    return {};
  });
}

int strait_resize(strait_server* server, const strait_handle* handle, uint64_t size,
                  const strait_hint* hints) {
  return guarded(
      [&]() -> Status { return file_of(*server, *handle).resize(size, call_hints(hints)); });
}

int strait_allocate(strait_server* server, const strait_handle* handle, uint64_t size,
                    const strait_hint* hints) {
  return guarded(
      [&]() -> Status { return file_of(*server, *handle).allocate(size, call_hints(hints)); });
}
}
