// Our codec against the code that rpcgen makes from strait.x, byte for byte.
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
#include "rpcgen/oracle.h"
#include "vectors.h"
#include "wire/all_messages.h"
#include "wire/xdr.h"

namespace strait::protocol {
namespace {

using wire::decode;
using wire::encode;

// What rpcgen's code makes of the bytes; nothing where it refuses them.
std::optional<std::vector<std::byte>> again(std::string_view type, ConstBytes bytes) {
  std::vector<std::byte> out(bytes.size() + 64);
  std::size_t size = 0;
  const int outcome =
      oracle_again(std::string(type).c_str(), reinterpret_cast<const char*>(bytes.data()),
                   bytes.size(), reinterpret_cast<char*>(out.data()), out.size(), &size);
  EXPECT_NE(outcome, -1) << "strait.x has no type " << type;
  if (outcome != 1) return std::nullopt;
  out.resize(size);
  return out;
}

// Whether our codec takes the bytes as a message of that type.
bool accepted(std::string_view type, ConstBytes bytes) {
  bool accepted = false;
  wire::for_each_message([&]<class Message>(std::string_view name) {
    if (name == type) accepted = decode<Message>(bytes).has_value();
  });
  return accepted;
}

TEST(Rpcgen, knows_every_message_that_we_know) {
  std::byte nothing{};
  wire::for_each_message(
      [&]<class Message>(std::string_view name) { again(name, ConstBytes(&nothing, 1)); });
}

TEST(Rpcgen, reads_and_writes_the_vectors) {
  for (const MessageVector& vector : message_vectors()) {
    EXPECT_EQ(again(vector.type, vector.bytes), vector.bytes) << vector.name;
  }
}

TEST(Rpcgen, agrees_that_a_message_cut_short_is_none) {
  for (const MessageVector& vector : message_vectors()) {
    for (std::size_t size = 0; size < vector.bytes.size(); ++size) {
      const ConstBytes cut = ConstBytes(vector.bytes).first(size);
      EXPECT_FALSE(again(vector.type, cut)) << vector.name << " cut at " << size;
      EXPECT_FALSE(accepted(vector.type, cut)) << vector.name << " cut at " << size;
    }
  }
}

// The reverse does not hold: rpcgen's code takes padding, booleans and enumerations of any value.
TEST(Rpcgen, takes_whatever_we_take_and_writes_it_alike) {
  SeededRandom random(1);
  for (const MessageVector& vector : message_vectors()) {
    for (int i = 0; i < 100; ++i) {
      std::vector<std::byte> bytes = vector.bytes;
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
      if (accepted(vector.type, bytes)) {
        EXPECT_EQ(again(vector.type, bytes), bytes) << vector.type;
      }
    }
  }
}

template <class Bytes>
Bytes counting_from(int first) {
  Bytes bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(first + static_cast<int>(i));
  }
  return bytes;
}

std::vector<std::byte> example(std::size_t (*write)(char*, std::size_t)) {
  std::vector<std::byte> bytes(1024);
  bytes.resize(write(reinterpret_cast<char*>(bytes.data()), bytes.size()));
  return bytes;
}

TEST(Rpcgen, means_the_same_members_in_hello) {
  const ConstBytes credential = bytes_of("abc");
  const wire::HelloArgs hello{.version_min = 1,
                              .version_max = 2,
                              .features = 3,
                              .limits = {4, 5, 6, 7, 8, 9, 10},
                              .client = counting_from<wire::Id>(11),
                              .epoch = 12,
                              .credential = {credential.begin(), credential.end()},
                              .software = "software"};
  EXPECT_EQ(encode(hello).value(), example(oracle_example_hello_args));
}

TEST(Rpcgen, means_the_same_members_in_attributes) {
  const wire::GetattrResults results{{.kind = wire::FileKind::symlink,
                                      .mode = 1,
                                      .links = 2,
                                      .uid = 3,
                                      .gid = 4,
                                      .size = 5,
                                      .allocated = 6,
                                      .file_id = 7,
                                      .change = 8,
                                      .accessed = {-9, 10},
                                      .modified = {11, 12},
                                      .changed = {13, 14}}};
  EXPECT_EQ(encode(results).value(), example(oracle_example_attributes));
}

TEST(Rpcgen, means_the_same_members_in_write) {
  const wire::WriteArgs args{
      .file = counting_from<wire::Handle>(1),
      .flags = wire::kAccessNoSieving,
      .sequence = 2,
      .wanted = wire::Durability::committed,
      .target = wire::CounterRange{.instance = counting_from<wire::Id>(3),
                                   .etype_size = 4,
                                   .range = {.view = counting_from<wire::Id>(5),
                                             .layout = bytes_of("layout"),
                                             .peer_ships = true,
                                             .displacement = 7,
                                             .offset = 8,
                                             .length = 9}},
      .replay = {10, 11}};
  EXPECT_EQ(encode(args).value(), example(oracle_example_write_args));
}

}  // namespace
}  // namespace strait::protocol
