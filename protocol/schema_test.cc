// The numbers of strait.x against those in src/wire.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "wire/frame.h"
#include "wire/messages.h"

namespace strait::protocol {
namespace {

// All `NAME = number` of strait.x.
std::map<std::string, std::uint64_t> numbers() {
  std::ifstream file(std::filesystem::path(STRAIT_VECTORS).parent_path() / "strait.x");
  std::ostringstream text;
  text << file.rdbuf();
  // A word before each `=`, and a number behind it. (No std::regex: under the sanitizers GCC finds
  // fault with its insides.)
  std::map<std::string, std::uint64_t> numbers;
  std::istringstream words(std::move(text).str());
  std::string name, word;
  while (words >> word) {
    std::uint64_t number = 0;
    if (word == "=" && words >> number) numbers[name] = number;
    words.clear();
    name = word;
  }
  return numbers;
}

TEST(Schema, limits_are_ours) {
  const auto schema = numbers();
  EXPECT_EQ(schema.at("PROTOCOL_VERSION"), wire::kProtocolVersion);
  EXPECT_EQ(schema.at("HANDLE_SIZE"), wire::kHandleSize);
  EXPECT_EQ(schema.at("ID_SIZE"), wire::kIdSize);
  EXPECT_EQ(schema.at("NAME_MAX_BYTES"), wire::kNameMaxBytes);
  EXPECT_EQ(schema.at("PATH_MAX_BYTES"), wire::kPathMaxBytes);
  EXPECT_EQ(schema.at("EXPORT_MAX_BYTES"), wire::kExportMaxBytes);
  EXPECT_EQ(schema.at("MESSAGE_MAX_BYTES"), wire::kMessageMaxBytes);
  EXPECT_EQ(schema.at("LAYOUT_MAX_BYTES"), wire::kLayoutMaxBytes);
  EXPECT_EQ(schema.at("EXTENTS_MAX"), wire::kExtentsMax);
  EXPECT_EQ(schema.at("ENTRIES_MAX"), wire::kEntriesMax);
  EXPECT_EQ(schema.at("HINTS_MAX"), wire::kHintsMax);
  EXPECT_EQ(schema.at("HINT_KEY_MAX"), wire::kHintKeyMax);
  EXPECT_EQ(schema.at("HINT_VALUE_MAX"), wire::kHintValueMax);
  EXPECT_EQ(schema.at("CREDENTIAL_MAX"), wire::kCredentialMax);
  EXPECT_EQ(schema.at("VERSION_TEXT_MAX"), wire::kVersionTextMax);
}

TEST(Schema, flags_are_ours) {
  const auto schema = numbers();
  EXPECT_EQ(schema.at("FEATURE_CHECKSUMS"), wire::kFeatureChecksums);
  EXPECT_EQ(schema.at("ACCESS_ATOMIC"), wire::kAccessAtomic);
  EXPECT_EQ(schema.at("ACCESS_NO_SIEVING"), wire::kAccessNoSieving);
  EXPECT_EQ(schema.at("SET_MODE"), wire::kSetMode);
  EXPECT_EQ(schema.at("SET_UID"), wire::kSetUid);
  EXPECT_EQ(schema.at("SET_GID"), wire::kSetGid);
  EXPECT_EQ(schema.at("SET_ACCESSED"), wire::kSetAccessed);
  EXPECT_EQ(schema.at("SET_MODIFIED"), wire::kSetModified);
}

TEST(Schema, operations_are_ours) {
  std::size_t known = 0;
  for (const auto& [name, number] : numbers()) {
    if (!name.starts_with("OP_")) continue;
    EXPECT_EQ(wire::operation_name(static_cast<wire::Operation>(number)), name.substr(3));
    ++known;
  }
  EXPECT_EQ(known, 22u);
}

TEST(Schema, statuses_are_our_kinds) {
  std::size_t known = 0;
  for (const auto& [name, number] : numbers()) {
    if (!name.starts_with("STATUS_") || name == "STATUS_OK") continue;
    std::string kind(name_of(wire::kind_of(static_cast<wire::StatusCode>(number))));
    std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return std::toupper(c); });
    EXPECT_EQ("STATUS_" + kind, name);
    ++known;
  }
  EXPECT_EQ(known, static_cast<std::size_t>(wire::StatusCode::unavailable));
}

TEST(Schema, a_layout_of_the_largest_size_fits_into_a_body) {
  EXPECT_LE(wire::kLayoutMaxBytes + wire::kBodyMaxLeast, wire::Limits().body_max);
}

}  // namespace
}  // namespace strait::protocol
