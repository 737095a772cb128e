#include "layout/codec.h"

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"

namespace strait::layout {
namespace {

Type bytes(std::uint64_t size) { return *Type::elementary(size); }

// A wire form put together by hand.
struct Form {
  std::vector<std::byte> data;

  Form& word(std::uint32_t value) { return put(value, 4); }
  Form& hyper(std::int64_t value) { return put(static_cast<std::uint64_t>(value), 8); }
  Form& put(std::uint64_t value, int size) {
    for (int i = size - 1; i >= 0; --i) data.push_back(static_cast<std::byte>(value >> (8 * i)));
    return *this;
  }
  static Form head(std::int64_t origin = 0, std::int64_t extent = 0) {
    return Form().word(1).hyper(origin).hyper(0).hyper(extent);
  }
  Form& row(std::int64_t length) { return word(1).hyper(length); }
};

ErrorKind kind_of(const Form& form, const WireLimits& limits = {}) {
  const auto type = decode(form.data, limits);
  return type ? ErrorKind::internal : type.error().kind;
}

// The examples of protocol/layout.md.
TEST(Codec, WritesTheFormOfTheSpecification) {
  const Type vector = *Type::vector(3, 2, 20, bytes(4));
  EXPECT_EQ(*encode(vector), Form::head(0, 48).word(2).hyper(3).hyper(20).row(8).data);
  const Type runs = *Type::indexed(std::vector<Block>{{16, 1}, {32, 4}}, bytes(8));
  EXPECT_EQ(*encode(*Type::resized(0, 100, runs)),
            Form::head(16, 100).word(4).word(2).hyper(0).hyper(8).hyper(16).hyper(32).data);
  EXPECT_EQ(*encode(Type()), Form::head().word(0).data);
}

TEST(Codec, SimplifiesWhatItReads) {
  // Two rows that touch, in a structure in a vector of one.
  const Form form =
      Form::head(0, 8).word(2).hyper(1).hyper(0).word(6).word(2).hyper(0).row(4).hyper(4).row(4);
  const auto type = decode(form.data);
  ASSERT_TRUE(type);
  EXPECT_TRUE(*type == bytes(8));
}

TEST(Codec, RefusesWhatIsNoLayout) {
  const auto malformed = [](const Form& form) { return kind_of(form) == ErrorKind::protocol; };
  EXPECT_TRUE(malformed(Form()));
  EXPECT_TRUE(malformed(Form().word(2).hyper(0).hyper(0).hyper(0).row(1)));  // version
  EXPECT_TRUE(malformed(Form::head()));                                      // no node
  EXPECT_TRUE(malformed(Form::head().word(7)));                              // unknown kind
  EXPECT_TRUE(malformed(Form::head().row(0)));                               // no bytes
  EXPECT_TRUE(malformed(Form::head().row(1).word(0)));                       // trailing
  EXPECT_TRUE(malformed(Form::head(1).word(0)));                             // empty, with origin
  EXPECT_TRUE(malformed(Form::head().word(2).hyper(0).hyper(1).row(1)));     // no copies
  EXPECT_TRUE(malformed(Form::head().word(2).hyper(2).hyper(1).word(0)));    // empty below
  EXPECT_TRUE(malformed(Form::head().word(3).word(0).row(1)));               // empty list
  EXPECT_TRUE(malformed(Form::head().word(3).word(1).hyper(1).row(1)));      // at[0] != 0
  EXPECT_TRUE(malformed(Form::head().word(4).word(1).hyper(0).hyper(0)));    // empty row
  EXPECT_TRUE(malformed(Form::head().word(6).word(2).hyper(0).row(1).hyper(3)));  // ends too early
}

// A claim must be backed by bytes before anything is allocated for it.
TEST(Codec, RefusesListsLongerThanTheMessage) {
  for (const std::uint32_t kind : {3u, 4u, 6u}) {
    const Form form = Form::head().word(kind).word(0x80000000).hyper(0).hyper(1).word(1);
    EXPECT_EQ(kind_of(form), ErrorKind::protocol) << kind;
  }
  EXPECT_EQ(kind_of(Form::head().word(5).hyper(8).word(0xffffffff).hyper(0).hyper(1)),
            ErrorKind::protocol);
}

TEST(Codec, RefusesOffsetsThatDoNotFit) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  const auto refused = [](const Form& form) {
    return kind_of(form) == ErrorKind::invalid_argument;
  };
  EXPECT_TRUE(refused(Form::head().row(-1)));
  EXPECT_TRUE(refused(Form::head(max).row(1)));
  EXPECT_TRUE(refused(Form::head().word(2).hyper(-1).hyper(0).row(1)));
  EXPECT_TRUE(refused(Form::head().word(2).hyper(max).hyper(max).row(1)));
  EXPECT_TRUE(refused(Form::head().word(3).word(2).hyper(0).hyper(max).row(1)));
  EXPECT_TRUE(refused(Form::head().word(4).word(2).hyper(0).hyper(max).hyper(5).hyper(1)));
  EXPECT_TRUE(refused(Form::head().word(4).word(2).hyper(0).hyper(-1).hyper(5).hyper(1)));
  EXPECT_TRUE(
      refused(Form::head().word(5).hyper(max).word(2).hyper(0).hyper(1).hyper(5).hyper(9).row(2)));
  EXPECT_TRUE(refused(Form().word(1).hyper(0).hyper(max).hyper(max).row(1)));
}

TEST(Codec, RefusesTooManyLevels) {
  Form form = Form::head();
  for (int level = 0; level < 1000000; ++level) form.word(2).hyper(1).hyper(0);
  form.row(1);
  WireLimits limits;
  limits.bytes_max = form.data.size();
  EXPECT_EQ(kind_of(form, limits), ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of(form), ErrorKind::invalid_argument);  // too many bytes
}

TEST(Codec, RefusesTooManyNodes) {
  Form form = Form::head();
  form.word(6).word(101);
  for (int i = 0; i < 101; ++i) form.hyper(i * i).row(1);
  WireLimits limits;
  limits.nodes_max = 101;
  EXPECT_EQ(kind_of(form, limits), ErrorKind::invalid_argument);
  limits.nodes_max = 102;
  EXPECT_TRUE(decode(form.data, limits));
}

// A structure of few bytes on the wire per level must not be copied at every level.
TEST(Codec, ReadsDeepChainsInTime) {
  Form form = Form::head(0, 1);
  for (std::uint32_t level = 1; level < kDepthMax; ++level)
    form.word(6).word(2).hyper(0).row(1).hyper(2);
  form.word(4).word(100000);
  for (int i = 0; i < 100000; ++i) form.hyper(3 * i).hyper(1 + i % 2);
  const auto type = decode(form.data);
  ASSERT_TRUE(type);
  EXPECT_EQ(type->size(), kDepthMax - 1 + 150000u);
}

TEST(Codec, RefusesToWriteMoreThanTheLimit) {
  std::vector<std::int64_t> at;
  SeededRandom random(1);
  for (std::int64_t i = 0; i < 1000; ++i)
    at.push_back(16 * i + static_cast<std::int64_t>(random.below(8)));
  const Type type = *Type::indexed(at, 1, bytes(8));
  WireLimits limits;
  limits.bytes_max = wire_size(type) - 1;
  EXPECT_EQ(encode(type, limits).error().kind, ErrorKind::invalid_argument);
  limits.bytes_max = wire_size(type);
  EXPECT_TRUE(encode(type, limits));
}

}  // namespace
}  // namespace strait::layout
