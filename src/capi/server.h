// What a strait_server is: a client with options of its own, and the server's name.
#pragma once

#include <strait/strait.h>

#include <memory>

#include "client/client.h"

struct strait_server {
  strait::client::RemoteName name;
  std::unique_ptr<strait::client::Client> client;

  strait::client::NameSpace names() { return client->name_space(name); }
};

namespace strait::capi {

client::CallHints call_hints(const strait_hint* hints);
client::AccessFlags access_flags(const strait_hint* hints);
wire::Handle handle_of(const strait_handle& handle);
strait_handle handle_of(const wire::Handle& handle);
strait_attributes attributes_of(const wire::Attributes& attributes);
// Errors: not_found, name_too_long, invalid_argument.
Result<client::NameRef> name_of(const strait_server& server, const strait_name& name);
client::File file_of(strait_server& server, const strait_handle& handle);

}  // namespace strait::capi
