#include "client/settings.h"

#include <gtest/gtest.h>

namespace strait::client {
namespace {

TEST(Settings, DefaultsAgreeWithTheTable) {
  const ClientOptions mapped = client_options({});
  const ClientOptions defaults;
  EXPECT_EQ(mapped.timeout, defaults.timeout);
  EXPECT_EQ(mapped.window_requests, defaults.window_requests);
  EXPECT_EQ(mapped.window_bytes, defaults.window_bytes);
  EXPECT_EQ(mapped.request_size, defaults.request_size);
  EXPECT_EQ(mapped.checksums, defaults.checksums);
}

TEST(Settings, AreTakenOver) {
  config::Options options;
  options.timeout = std::chrono::seconds(5);
  options.window_requests = 7;
  options.window_bytes = 1 << 20;
  options.request_size = 1 << 16;
  options.checksums = config::Checksums::off;
  const ClientOptions mapped = client_options(options);
  EXPECT_EQ(mapped.timeout, std::chrono::seconds(5));
  EXPECT_EQ(mapped.window_requests, 7u);
  EXPECT_EQ(mapped.window_bytes, 1u << 20);
  EXPECT_EQ(mapped.request_size, 1u << 16);
  EXPECT_EQ(mapped.checksums, Checksums::off);
  options.checksums = config::Checksums::on;
  EXPECT_EQ(client_options(options).checksums, Checksums::on);
}

}  // namespace
}  // namespace strait::client
