// From the options as users set them (config/) to those of a client. Pure; any thread.
#pragma once

#include "client/client_options.h"
#include "config/options.h"

namespace strait::client {

ClientOptions client_options(const config::Options& options);

}  // namespace strait::client
