#include "capi/server.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "capi/outcome.h"
#include "client/settings.h"
#include "config/layers.h"
#include "sys/environment.h"

namespace strait::capi {

client::CallHints call_hints(const strait_hint* hints) {
  client::CallHints out;
  for (; hints != nullptr && hints->key != nullptr; ++hints) {
    const std::string_view key = hints->key;
    const std::string_view value = hints->value != nullptr ? hints->value : "";
    if (key == "strait_rank") {
      std::from_chars(value.begin(), value.end(), out.rank);
    } else if (key == "strait_operation_id") {
      std::from_chars(value.begin(), value.end(), out.operation_id);
    } else {
      out.more.emplace_back(key, value);
    }
  }
  return out;
}

client::AccessFlags access_flags(const strait_hint* hints) {
  client::AccessFlags flags;
  for (; hints != nullptr && hints->key != nullptr; ++hints) {
    if (std::string_view(hints->key) != "romio_ds_write" || hints->value == nullptr) continue;
    flags.sieving = std::string_view(hints->value) != "disable";
  }
  return flags;
}

wire::Handle handle_of(const strait_handle& handle) {
  wire::Handle out;
  std::memcpy(out.data(), handle.opaque, out.size());
  return out;
}

strait_handle handle_of(const wire::Handle& handle) {
  strait_handle out;
  std::memcpy(out.opaque, handle.data(), handle.size());
  return out;
}

strait_attributes attributes_of(const wire::Attributes& attributes) {
  const auto time = [](const wire::Timestamp& t) { return strait_time{t.seconds, t.nanoseconds}; };
  strait_attributes out{};
  out.kind = static_cast<strait_kind>(attributes.kind);
  out.mode = attributes.mode;
  out.links = attributes.links;
  out.uid = attributes.uid;
  out.gid = attributes.gid;
  out.size = attributes.size;
  out.allocated = attributes.allocated;
  out.file_id = attributes.file_id;
  out.change = attributes.change;
  out.accessed = time(attributes.accessed);
  out.modified = time(attributes.modified);
  out.changed = time(attributes.changed);
  return out;
}

Result<client::NameRef> name_of(const strait_server& server, const strait_name& name) {
  if (name.name == nullptr) return error(ErrorKind::invalid_argument, "a name is missing");
  if (name.parent != nullptr) return client::NameRef::below(handle_of(*name.parent), name.name);
  STRAIT_ASSIGN(const client::RemoteName whole,
                client::parse_remote_name(server.name.url() + "/" + name.name));
  return client::NameRef::of(whole);
}

client::File file_of(strait_server& server, const strait_handle& handle) {
  return server.client->adopt(server.name, handle_of(handle));
}

}  // namespace strait::capi

using strait::Status;

extern "C" {

int strait_connect(const char* url, const strait_hint* hints, strait_server** server) {
  return strait::capi::guarded([&]() -> Status {
    if (url == nullptr || server == nullptr) {
      return strait::error(strait::ErrorKind::invalid_argument,
                           "strait_connect: a pointer is missing");
    }
    STRAIT_ASSIGN(strait::client::RemoteName name, strait::client::parse_remote_name(url));
    name.export_name.clear();
    name.path.clear();
    strait::config::Layers layers;
    for (; hints != nullptr && hints->key != nullptr; ++hints) {
      layers.call.set(hints->key, hints->value != nullptr ? hints->value : "");
    }
    STRAIT_ASSIGN(const strait::config::Settings settings,
                  strait::config::resolve(strait::sys::environment, layers));
    auto made = std::make_unique<strait_server>();
    made->name = std::move(name);
    strait::client::ClientOptions options = strait::client::client_options(settings.options);
    options.software = "libstrait " STRAIT_VERSION;
    made->client = std::make_unique<strait::client::Client>(std::move(options));
    *server = made.release();
    return {};
  });
}

void strait_disconnect(strait_server* server) { delete server; }

int strait_null(strait_server* server, const strait_hint* hints) {
  return strait::capi::guarded(
      [&]() -> Status { return server->names().ping(strait::capi::call_hints(hints)); });
}

const char* strait_version(void) { return STRAIT_VERSION; }
}
