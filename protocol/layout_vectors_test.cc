// Our views against vectors/layouts.json and vectors/refused_layouts.json.
#include <gtest/gtest.h>

#include "layout/cursor.h"
#include "layout/view.h"
#include "vectors.h"
#include "wire/status.h"

namespace strait::protocol {
namespace {

using Runs = std::vector<std::pair<std::int64_t, std::uint64_t>>;

// Steps over a value of any form.
void skip(Json& json) {
  for (const char* brackets : {"{}", "[]"}) {
    if (!json.take(brackets[0])) continue;
    while (!json.take(brackets[1])) {
      if (brackets[0] == '{') json.key();
      skip(json);
    }
    return;
  }
  if (json.at_text()) {
    json.text();
  } else {
    json.number<std::int64_t>();
  }
}

// Where the first bytes of its stream lie. How many are two tiles is for the vector to say: ours
// may be a part of the one that was sent, where that repeats itself.
Runs first_bytes(const layout::View& view, std::uint64_t count) {
  Runs runs;
  layout::Cursor cursor(view.tile(), 0);
  if (count == 0 || !cursor.seek(0, count)) return runs;
  while (cursor.remaining() != 0) {
    const layout::Run run = cursor.next();
    const bool touches =
        !runs.empty() &&
        runs.back().first + static_cast<std::int64_t>(runs.back().second) == run.offset;
    if (touches) {
      runs.back().second += run.length;
    } else {
      runs.emplace_back(run.offset, run.length);
    }
  }
  return runs;
}

TEST(LayoutVectors, lie_where_they_should) {
  Json json = read_json(std::filesystem::path(STRAIT_VECTORS) / "layouts.json");
  json.expect('[');
  int count = 0;
  for (; json.take('{'); ++count) {
    json.key("name");
    const std::string name = json.text();
    json.key("layout");
    skip(json);
    json.key("hex");
    const std::vector<std::byte> form = json.bytes();
    json.key("id");
    const std::vector<std::byte> id = json.bytes();
    json.key("writable");
    const bool writable = json.boolean();
    json.key("two_tiles");
    json.expect('[');
    Runs expected;
    std::uint64_t size = 0;
    while (json.take('[')) {
      const auto at = json.number<std::int64_t>();
      expected.emplace_back(at, json.number<std::uint64_t>());
      size += expected.back().second;
      json.expect(']');
    }
    json.expect(']');
    json.expect('}');

    const auto view = layout::View::decode(form);
    ASSERT_TRUE(view) << name << ": " << view.error().what;
    const layout::ViewId found = layout::view_id(form);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), id.begin(), id.end())) << name;
    EXPECT_EQ(first_bytes(*view, size), expected) << name;
    EXPECT_TRUE(view->tile().empty() || view->writable() == writable) << name;
  }
  EXPECT_GT(count, 5);
}

TEST(LayoutVectors, what_must_be_refused_is) {
  Json json = read_json(std::filesystem::path(STRAIT_VECTORS) / "refused_layouts.json");
  json.expect('[');
  int count = 0;
  for (; json.take('{'); ++count) {
    json.key("name");
    const std::string name = json.text();
    json.key("hex");
    const std::vector<std::byte> form = json.bytes();
    json.key("status");
    const auto status = json.number<std::uint32_t>();
    json.expect('}');
    const auto view = layout::View::decode(form);
    ASSERT_FALSE(view) << name;
    wire::ReplyHead head;
    wire::set_error(head, view.error());
    EXPECT_EQ(static_cast<std::uint32_t>(head.status), status) << name << ": " << view.error().what;
  }
  EXPECT_GT(count, 10);
}

}  // namespace
}  // namespace strait::protocol
