// Our codec against vectors/: a message's value gives exactly its bytes, and its bytes the message.
#include "vectors.h"

#include <gtest/gtest.h>

#include <set>

namespace strait::protocol {
namespace {

TEST(Vectors, are_what_we_write) {
  for (const MessageVector& vector : message_vectors()) {
    EXPECT_EQ(vector.encoded, vector.bytes) << vector.name;
  }
}

TEST(Vectors, are_read_and_written_again_alike) {
  for (const MessageVector& vector : message_vectors()) {
    wire::for_each_message([&]<class Message>(std::string_view name) {
      if (name != vector.type) return;
      const Result<Message> message = wire::decode<Message>(vector.bytes);
      ASSERT_TRUE(message) << vector.name << ": " << message.error().what;
      EXPECT_EQ(wire::encode(*message).value(), vector.bytes) << vector.name;
    });
  }
}

TEST(Vectors, hold_every_message) {
  std::set<std::string, std::less<>> types;
  for (const MessageVector& vector : message_vectors()) types.insert(vector.type);
  wire::for_each_message(
      [&]<class Message>(std::string_view name) { EXPECT_TRUE(types.contains(name)) << name; });
}

}  // namespace
}  // namespace strait::protocol
