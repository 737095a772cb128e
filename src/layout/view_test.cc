#include "layout/view.h"

#include <gtest/gtest.h>

#include "layout/digest.h"

namespace strait::layout {
namespace {

Type bytes(std::uint64_t size) { return *Type::elementary(size); }

bool refused(const Type& etype, const Type& filetype, ViewUse use = ViewUse::reading) {
  const auto view = View::create(etype, filetype, use);
  return !view && view.error().kind == ErrorKind::invalid_argument;
}

TEST(View, OfNobodyIsTheBytesOfTheFile) {
  const View view;
  EXPECT_EQ(view.etype_size(), 1u);
  EXPECT_TRUE(view.is_contiguous());
  EXPECT_TRUE(view.writable());
  // Whatever the etype and filetype: contiguous is contiguous.
  const auto doubles = View::create(bytes(8), *Type::contiguous(100, bytes(8)), ViewUse::writing);
  ASSERT_TRUE(doubles);
  EXPECT_EQ(doubles->etype_size(), 8u);
  EXPECT_EQ(doubles->id(), view.id());
}

TEST(View, IsNamedByItsForm) {
  const View view = *View::create(bytes(4), *Type::resized(0, 16, bytes(8)), ViewUse::writing);
  EXPECT_EQ(view.id(), view_id(view.form()));
  const Digest digest = sha256(view.form());
  EXPECT_TRUE(std::equal(view.id().begin(), view.id().end(), digest.begin()));
  EXPECT_NE(view.id(), View().id());
  // The same pattern by another way, and with another etype.
  const Type vector = *Type::resized(0, 160, *Type::vector(10, 2, 16, bytes(4)));
  EXPECT_EQ(View::create(bytes(8), vector, ViewUse::writing)->id(), view.id());
}

TEST(View, KeepsWhereTheFiletypeBegins) {
  const Type later = *Type::resized(0, 16, *Type::indexed(std::vector<Block>{{8, 1}}, bytes(8)));
  const View view = *View::create(bytes(8), later, ViewUse::writing);
  EXPECT_EQ(view.tile().origin(), 8);
  EXPECT_FALSE(view.is_contiguous());
}

TEST(View, RefusesWhatMpiForbids) {
  EXPECT_TRUE(refused(Type(), bytes(4)));    // empty etype
  EXPECT_TRUE(refused(bytes(4), bytes(6)));  // part of an etype
  EXPECT_TRUE(refused(bytes(1), *Type::indexed(std::vector<Block>{{-1, 1}}, bytes(1))));
  EXPECT_TRUE(refused(bytes(1), *Type::indexed(std::vector<Block>{{8, 1}, {0, 1}}, bytes(4))));
  EXPECT_TRUE(refused(bytes(1), *Type::resized(0, -4, bytes(4))));  // descending tiles
}

TEST(View, LetsOnlyReadersOverlap) {
  const Type halo = *Type::resized(0, 10, bytes(12));
  EXPECT_TRUE(refused(bytes(1), halo, ViewUse::writing));
  const auto view = View::create(bytes(1), halo, ViewUse::reading);
  ASSERT_TRUE(view);
  EXPECT_FALSE(view->writable());
}

TEST(View, MayBeEmpty) {
  const auto view = View::create(bytes(8), Type(), ViewUse::writing);
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->tile().empty());
  EXPECT_TRUE(View::decode(view->form()));
}

TEST(View, TooLargeToShipHasNoForm) {
  std::vector<Block> blocks;
  for (std::int64_t i = 0; i < 1100000; ++i)
    blocks.push_back({16 * i, 1 + static_cast<std::uint64_t>(i) % 2});
  const auto view = View::create(bytes(4), *Type::indexed(blocks, bytes(4)), ViewUse::writing);
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->form().empty());
  EXPECT_TRUE(view->writable());
}

TEST(View, FromAPeerIsNamedByTheBytesAsSent) {
  // Not simplified: a structure of two rows that touch.
  std::vector<std::byte> form;
  const auto put = [&](std::uint64_t value, int size) {
    for (int i = size - 1; i >= 0; --i) form.push_back(static_cast<std::byte>(value >> (8 * i)));
  };
  put(1, 4), put(0, 8), put(0, 8), put(4, 8);
  put(6, 4), put(2, 4), put(0, 8), put(1, 4), put(2, 8), put(2, 8), put(1, 4), put(2, 8);
  const auto view = View::decode(form);
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->is_contiguous());
  EXPECT_EQ(view->id(), view_id(form));
  EXPECT_NE(view->id(), View().id());

  form[11] = std::byte{0xff};  // the origin: 255
  EXPECT_TRUE(View::decode(form));
  form[4] = std::byte{0x80};  // negative
  EXPECT_FALSE(View::decode(form));
}

}  // namespace
}  // namespace strait::layout
