// The driver contract: names, links, attributes.
#include "storage/contract_test.h"
#include "storage/names.h"

namespace strait::storage {
namespace {

class NamesContract : public DriverContract {
 protected:
  ErrorKind lookup_kind(std::string_view path, bool follow = true) {
    return kind(driver_->lookup(at(path), follow));
  }
  ObjectId lookup(std::string_view path, bool follow = true) {
    auto found = driver_->lookup(at(path), follow);
    EXPECT_TRUE(found) << path << ": " << to_string(found.error());
    return found ? found->object : ObjectId{};
  }
  void symlink(std::string_view path, std::string_view target) {
    const auto made = driver_->make_symlink(at(path), target);
    ASSERT_TRUE(made) << to_string(made.error());
  }
};

TEST_P(NamesContract, PathsAndComponentsLeadToTheSameObject) {
  const ObjectId directory = make_directory("d");
  const ObjectId file = create("d/f");
  EXPECT_EQ(lookup("d/f"), file);
  EXPECT_EQ(lookup("d//f"), file);
  EXPECT_EQ(lookup("./d/./f"), file);
  EXPECT_EQ(lookup("d/../d/f"), file);
  EXPECT_EQ(driver_->lookup(at(directory, "f"), true)->object, file);
  EXPECT_EQ(driver_->lookup(at(directory, ""), true)->object, directory);
  EXPECT_EQ(driver_->lookup(at(directory, "../d/f"), true)->object, file);
  EXPECT_EQ(lookup(""), lookup("."));
  EXPECT_EQ(lookup("d/"), directory);
  EXPECT_EQ(driver_->lookup(at("d/f"), true)->attributes.kind, ObjectKind::file);
  EXPECT_EQ(driver_->lookup(at("d"), true)->attributes.kind, ObjectKind::directory);
}

TEST_P(NamesContract, WhatIsNotThereIsNotFound) {
  create("f");
  EXPECT_EQ(lookup_kind("g"), ErrorKind::not_found);
  EXPECT_EQ(lookup_kind("d/g"), ErrorKind::not_found);
  EXPECT_EQ(lookup_kind("f/g"), ErrorKind::not_a_directory);
  EXPECT_EQ(lookup_kind("f/"), ErrorKind::not_a_directory);
  EXPECT_EQ(kind(driver_->create(at("d/g"), false, {})), ErrorKind::not_found);
  EXPECT_EQ(kind(driver_->remove(at("g"), {})), ErrorKind::not_found);
}

TEST_P(NamesContract, NamesNeverLeadOut) {
  const ObjectId directory = make_directory("d");
  for (const std::string_view path : {"..", "../x", "/", "/etc/passwd", "d/../..", "./../d"}) {
    EXPECT_EQ(lookup_kind(path), ErrorKind::permission_denied) << path;
  }
  EXPECT_EQ(kind(driver_->lookup(at(directory, "../.."), true)), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->lookup(at(directory, "/etc"), true)), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->create(at("../x"), false, {})), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->create(at("/tmp/x"), false, {})), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->make_directory(at("d/../../x"), 0755)), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->remove(at("../x"), {})), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->rename(at("d"), at("../x"), {})), ErrorKind::permission_denied);
}

TEST_P(NamesContract, SymbolicLinksNeverLeadOut) {
  make_directory("d");
  symlink("absolute", "/etc");
  symlink("up", "..");
  symlink("d/far", "../../x");
  symlink("chain", "d/far");
  symlink("magic", "/proc/self/root");
  for (const std::string_view path :
       {"absolute", "absolute/passwd", "up", "up/x", "d/far", "chain", "magic", "magic/etc"}) {
    EXPECT_EQ(lookup_kind(path), ErrorKind::permission_denied) << path;
    EXPECT_EQ(kind(driver_->create(at(path), false, {})), ErrorKind::permission_denied) << path;
  }
  EXPECT_EQ(driver_->lookup(at("absolute"), false)->attributes.kind, ObjectKind::symlink);
  EXPECT_EQ(lookup_kind("absolute/", false), ErrorKind::permission_denied);
}

TEST_P(NamesContract, SymbolicLinksInsideAreFollowed) {
  const ObjectId directory = make_directory("d");
  make_directory("d/e");
  const ObjectId file = create("d/f");
  symlink("to_d", "d");
  symlink("d/e/to_f", "../f");
  symlink("d/e/again", "to_f");
  EXPECT_EQ(lookup("to_d/f"), file);
  EXPECT_EQ(lookup("d/e/to_f"), file);
  EXPECT_EQ(lookup("to_d/e/again"), file);
  EXPECT_EQ(lookup("to_d/", false), directory);
  const ObjectId inner = lookup("d/e");
  EXPECT_EQ(driver_->lookup(at(inner, "to_f"), true)->object, file);
  EXPECT_EQ(driver_->read_link(lookup("to_d", false)).value(), "d");
  EXPECT_EQ(kind(driver_->read_link(file)), ErrorKind::invalid_argument);
}

TEST_P(NamesContract, LoopsOfSymbolicLinksEnd) {
  symlink("a", "b");
  symlink("b", "a");
  symlink("self", "self/x");
  EXPECT_EQ(lookup_kind("a"), ErrorKind::permission_denied);
  EXPECT_EQ(lookup_kind("self"), ErrorKind::permission_denied);
  EXPECT_EQ(kind(driver_->create(at("a"), false, {})), ErrorKind::permission_denied);
}

TEST_P(NamesContract, CreateFollowsALinkToNothing) {
  make_directory("d");
  symlink("d/link", "../target");
  const auto made = driver_->create(at("d/link"), false, {});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_TRUE(made->created);
  EXPECT_EQ(lookup("target"), made->entry.object);
  EXPECT_FALSE(driver_->create(at("d/link"), false, {})->created);
  EXPECT_EQ(kind(driver_->create(at("d/link"), true, {})), ErrorKind::exists);
}

TEST_P(NamesContract, LengthsHaveLimits) {
  const std::string longest(255, 'n');
  const ObjectId file = create(longest);
  EXPECT_EQ(lookup(longest), file);
  const std::string too_long(256, 'n');
  EXPECT_EQ(lookup_kind(too_long), ErrorKind::name_too_long);
  EXPECT_EQ(kind(driver_->create(at(too_long), false, {})), ErrorKind::name_too_long);
  EXPECT_EQ(kind(driver_->make_directory(at(too_long), 0755)), ErrorKind::name_too_long);
  std::string deep;
  while (deep.size() <= kPathMax) deep += "a/";
  EXPECT_EQ(lookup_kind(deep), ErrorKind::name_too_long);
  EXPECT_EQ(kind(driver_->make_symlink(at("l"), deep)), ErrorKind::name_too_long);
  using namespace std::string_view_literals;
  EXPECT_EQ(lookup_kind("a\0b"sv), ErrorKind::invalid_argument);
}

TEST_P(NamesContract, CreateMakesOnceAndFindsAfterwards) {
  const auto first = driver_->create(at("f"), false, {.mode = 0640});
  ASSERT_TRUE(first) << to_string(first.error());
  EXPECT_TRUE(first->created);
  EXPECT_EQ(first->entry.attributes.mode, 0640U);
  EXPECT_EQ(first->entry.attributes.size, 0U);
  const auto second = driver_->create(at("f"), false, {.mode = 0600});
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->created);
  EXPECT_EQ(second->entry.object, first->entry.object);
  EXPECT_EQ(second->entry.attributes.mode, 0640U);
  EXPECT_EQ(kind(driver_->create(at("f"), true, {})), ErrorKind::exists);
  make_directory("d");
  EXPECT_EQ(kind(driver_->create(at("d"), false, {})), ErrorKind::is_a_directory);
  EXPECT_EQ(kind(driver_->create(at("g/"), false, {})), ErrorKind::is_a_directory);
  EXPECT_EQ(kind(driver_->make_directory(at("f"), 0755)), ErrorKind::exists);
  EXPECT_EQ(kind(driver_->make_directory(at(""), 0755)), ErrorKind::exists);
  EXPECT_EQ(kind(driver_->make_symlink(at("f"), "x")), ErrorKind::exists);
}

TEST_P(NamesContract, RemoveTakesTheObjectThatIsMeant) {
  const ObjectId file = create("f");
  const ObjectId other = create("g");
  EXPECT_EQ(kind(driver_->remove(at("f"), other)), ErrorKind::stale);
  EXPECT_TRUE(driver_->remove(at("f"), file));
  EXPECT_EQ(lookup_kind("f"), ErrorKind::not_found);
  EXPECT_EQ(kind(driver_->attributes(file)), ErrorKind::stale);
  make_directory("d");
  create("d/x");
  EXPECT_EQ(kind(driver_->remove(at("d"), {})), ErrorKind::not_empty);
  EXPECT_TRUE(driver_->remove(at("d/x"), {}));
  EXPECT_TRUE(driver_->remove(at("d/"), {}));
  EXPECT_EQ(kind(driver_->remove(at(""), {})), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(driver_->remove(at("."), {})), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(driver_->remove(at("g/"), {})), ErrorKind::not_a_directory);
  symlink("l", "g");
  EXPECT_TRUE(driver_->remove(at("l"), {}));
  EXPECT_EQ(lookup("g"), other);
}

TEST_P(NamesContract, AFileOfTheSameNameIsAnotherFile) {
  const ObjectId before = create("f");
  write(before, 0, "before");
  ASSERT_TRUE(driver_->remove(at("f"), {}));
  const ObjectId after = create("f");
  write(after, 0, "after");
  EXPECT_NE(before, after);
  const Strip one{0, 1};
  std::byte byte{};
  EXPECT_EQ(kind(driver_->read(before, {&one, 1}, {&byte, 1}, {})), ErrorKind::stale);
  EXPECT_EQ(kind(driver_->write(before, {&one, 1}, {&byte, 1}, {})), ErrorKind::stale);
  EXPECT_EQ(kind(driver_->commit(before)), ErrorKind::stale);
  EXPECT_EQ(kind(driver_->resize(before, 0)), ErrorKind::stale);
  EXPECT_EQ(read(after, 0, 5), stored("after"));
}

TEST_P(NamesContract, ObjectsSurviveRenames) {
  make_directory("d");
  make_directory("e");
  const ObjectId file = create("d/f");
  write(file, 0, "data");
  ASSERT_TRUE(driver_->rename(at("d/f"), at("e/g"), file));
  EXPECT_EQ(lookup("e/g"), file);
  EXPECT_EQ(lookup_kind("d/f"), ErrorKind::not_found);
  ASSERT_TRUE(driver_->rename(at("e"), at("d/e2"), {}));
  EXPECT_EQ(lookup("d/e2/g"), file);
  EXPECT_EQ(read(file, 0, 4), stored("data"));
}

TEST_P(NamesContract, RenameReplacesAndRefuses) {
  const ObjectId file = create("f");
  const ObjectId old = create("g");
  make_directory("d");
  make_directory("full");
  create("full/x");
  EXPECT_EQ(kind(driver_->rename(at("f"), at("g"), old)), ErrorKind::stale);
  EXPECT_TRUE(driver_->rename(at("f"), at("f"), {}));
  EXPECT_TRUE(driver_->rename(at("f"), at("g"), file));
  EXPECT_EQ(lookup("g"), file);
  EXPECT_EQ(kind(driver_->attributes(old)), ErrorKind::stale);
  EXPECT_EQ(kind(driver_->rename(at("f"), at("h"), {})), ErrorKind::not_found);
  EXPECT_EQ(kind(driver_->rename(at("g"), at("d"), {})), ErrorKind::is_a_directory);
  EXPECT_EQ(kind(driver_->rename(at("d"), at("g"), {})), ErrorKind::not_a_directory);
  EXPECT_EQ(kind(driver_->rename(at("d"), at("full"), {})), ErrorKind::not_empty);
  EXPECT_EQ(kind(driver_->rename(at("d"), at("d/in"), {})), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(driver_->rename(at("g"), at("h/"), {})), ErrorKind::not_a_directory);
  EXPECT_TRUE(driver_->rename(at("full/"), at("d"), {}));
  EXPECT_EQ(lookup_kind("d/x"), ErrorKind::internal);
}

TEST_P(NamesContract, LinksAreNamesOfOneFile) {
  const ObjectId file = create("f");
  const auto linked = driver_->make_link(file, at("g"));
  ASSERT_TRUE(linked) << to_string(linked.error());
  EXPECT_EQ(linked->object, file);
  EXPECT_EQ(linked->attributes.links, 2U);
  EXPECT_EQ(kind(driver_->make_link(file, at("g"))), ErrorKind::exists);
  EXPECT_EQ(kind(driver_->make_link(make_directory("d"), at("e"))), ErrorKind::permission_denied);
  ASSERT_TRUE(driver_->remove(at("f"), {}));
  EXPECT_EQ(lookup("g"), file);
  EXPECT_EQ(driver_->attributes(file)->links, 1U);
}

TEST_P(NamesContract, AttributesCanBeSetAndChangeIsNoticed) {
  const ObjectId file = create("f");
  const Attributes before = driver_->attributes(file).value();
  const auto after = driver_->set_attributes(file, {.mode = 0604,
                                                    .uid = {},
                                                    .gid = {},
                                                    .accessed = Timestamp{5, 6},
                                                    .modified = Timestamp{1'000'000'000, 7}});
  ASSERT_TRUE(after) << to_string(after.error());
  EXPECT_EQ(after->mode, 0604U);
  EXPECT_EQ(after->modified, (Timestamp{1'000'000'000, 7}));
  EXPECT_EQ(after->accessed, (Timestamp{5, 6}));
  EXPECT_NE(after->change, before.change);
  write(file, 0, "x");
  EXPECT_NE(driver_->attributes(file)->change, after->change);
  EXPECT_EQ(driver_->attributes(file)->change, driver_->attributes(file)->change);
}

TEST_P(NamesContract, IdsOfNobodyAreRefused) {
  ObjectId nobody;
  nobody.bytes.fill(std::byte{0x7f});
  EXPECT_EQ(kind(driver_->attributes(nobody)), ErrorKind::bad_handle);
  EXPECT_EQ(kind(driver_->lookup(at(nobody, "x"), true)), ErrorKind::bad_handle);
  const ObjectId file = create("f");
  EXPECT_EQ(kind(driver_->lookup(at(file, "x"), true)), ErrorKind::not_a_directory);
}

TEST_P(NamesContract, ObjectIdsSurviveTheDriverWhereItSaysSo) {
  const Capability capability = driver_->capability();
  if (!capability.persistent || !capability.stable_handles) return;
  make_directory("d");
  const ObjectId file = create("d/f");
  write(file, 0, "kept");
  ASSERT_TRUE(driver_->rename(at("d"), at("e"), {}));
  driver_.reset();
  driver_ = GetParam().make(directory_);
  EXPECT_EQ(read(file, 0, 4), "kept");
  EXPECT_EQ(lookup("e/f"), file);
}

STRAIT_DRIVER_CONTRACT(NamesContract);

}  // namespace
}  // namespace strait::storage
