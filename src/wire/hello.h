// The first exchange of a connection, and giving up a request.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wire/heads.h"

namespace strait::wire {

// Bits of `features`.
inline constexpr std::uint64_t kFeatureChecksums = 1;

struct HelloArgs {
  std::uint32_t version_min = kProtocolVersion;
  std::uint32_t version_max = kProtocolVersion;
  std::uint64_t features = 0;  // offered
  Limits limits;               // what the client can take
  Id client{};                 // random, for the life of the client process
  std::uint64_t epoch = 0;     // grows by one with each connection of this client
  std::vector<std::byte> credential;
  std::string software;  // for logs

  static void describe(auto& xdr, auto& hello) {
    xdr.number(hello.version_min);
    xdr.number(hello.version_max);
    xdr.number(hello.features);
    xdr.part(hello.limits);
    xdr.fixed(hello.client);
    xdr.number(hello.epoch);
    xdr.opaque(hello.credential, kCredentialMax);
    xdr.text(hello.software, kVersionTextMax);
  }
};

struct HelloResults {
  std::uint32_t chosen_version = kProtocolVersion;
  std::uint64_t features = 0;  // in force from the next frame on
  Limits limits;               // what the server will take
  Id server{};                 // of the server's state directory
  std::string software;

  static void describe(auto& xdr, auto& hello) {
    xdr.number(hello.chosen_version);
    xdr.number(hello.features);
    xdr.part(hello.limits);
    xdr.fixed(hello.server);
    xdr.text(hello.software, kVersionTextMax);
  }
};

struct CancelArgs {
  std::uint64_t request = 0;  // on this connection

  static void describe(auto& xdr, auto& cancel) { xdr.number(cancel.request); }
};

}  // namespace strait::wire
