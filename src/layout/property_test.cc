// Random types against their literal expansion (testing/type_map.h). A failure prints the seed.
#include <gtest/gtest.h>

#include "layout/codec.h"
#include "layout/pack.h"
#include "layout/position.h"
#include "layout/testing/random_type.h"
#include "layout/view.h"

namespace strait::layout {
namespace {

using namespace testing;

constexpr std::uint64_t kSeeds = 1500;

template <class Check>
void for_each_sample(Check check) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomTypes random(seed);
    const Sample sample = seed % 3 == 0 ? random.filetype(1 + static_cast<int>(seed % 5))
                                        : random.any(1 + static_cast<int>(seed % 5));
    check(random, sample.type, sample.map);
    if (::testing::Test::HasFailure()) return;
  }
}

std::vector<Run> walk(Cursor& cursor, std::size_t batch, std::uint64_t bytes_max) {
  std::vector<Run> runs;
  std::vector<Run> some(batch);
  while (const std::size_t n = cursor.fill(some, bytes_max))
    runs.insert(runs.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(n));
  return runs;
}

void append_rows(std::vector<Run>& rows, const Strip& strip) {
  for (std::uint64_t i = 0; i < strip.count; ++i) {
    const Extent row = strip.row(i);
    rows.push_back({static_cast<std::int64_t>(row.offset), row.length});
  }
}

TEST(RandomTypes, HaveTheSizeAndBoundsOfTheirTypeMap) {
  for_each_sample([](RandomTypes&, const Type& type, const TypeMap& map) {
    EXPECT_EQ(type.size(), map.bytes.size());
    EXPECT_EQ(type.lower_bound(), map.lower());
    EXPECT_EQ(type.upper_bound(), map.upper());
    EXPECT_EQ(type.extent(), map.extent());
    EXPECT_EQ(type.true_lower_bound(), map.true_lower());
    EXPECT_EQ(type.true_upper_bound(), map.true_upper());
    const auto runs = maximal_runs(map.bytes);
    EXPECT_EQ(type.runs(), runs.size());
    const layout::Run whole{0, type.size()};
    const bool from_0_to_size = map.lower() == 0 && map.upper() == whole.end();
    EXPECT_EQ(type.is_contiguous(), runs == std::vector{whole} && from_0_to_size);
  });
}

TEST(RandomTypes, KnowWhetherTheirTilesAscendWithoutOverlap) {
  for_each_sample([](RandomTypes&, const Type& type, const TypeMap& map) {
    const auto runs = maximal_runs(tiled(map, 0, 0, 3 * map.bytes.size()));
    bool ascending = true;
    bool disjoint = true;
    for (std::size_t i = 1; i < runs.size(); ++i) {
      ascending = ascending && runs[i].offset >= runs[i - 1].offset;
      disjoint = disjoint && runs[i].offset >= runs[i - 1].end();
    }
    EXPECT_EQ(type.monotonic(), disjoint);
    EXPECT_TRUE(!type.monotonic() || type.ascending());
    // Not the other way round: runs that touch may hide that one of them begins below its
    // neighbour.
    EXPECT_TRUE(!type.ascending() || ascending);
  });
}

TEST(RandomTypes, AreWalkedInMaximalRunsFromEverywhere) {
  for_each_sample([](RandomTypes& random, const Type& type, const TypeMap& map) {
    if (type.empty()) return;
    const std::int64_t displacement = random.between(-1000, 1000);
    Cursor cursor(type, displacement);
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t from = random.below(3 * type.size());
      const std::uint64_t length = i == 0 ? type.size() : random.below(3 * type.size());
      ASSERT_TRUE(cursor.seek(from, length));
      EXPECT_EQ(walk(cursor, 1 + random.below(9), Cursor::kNoLimit),
                maximal_runs(tiled(map, displacement, from, length)));
      EXPECT_EQ(cursor.position(), from + length);
      EXPECT_EQ(cursor.remaining(), 0u);
    }
  });
}

TEST(RandomTypes, AreWalkedInPiecesAsSmallAsAsked) {
  for_each_sample([](RandomTypes& random, const Type& type, const TypeMap& map) {
    if (type.empty()) return;
    const std::uint64_t from = random.below(type.size());
    const auto expected = tiled(map, 7, from, 2 * type.size());
    const std::uint64_t bytes_max = 1 + random.below(20);
    Cursor cursor(type, 7);
    ASSERT_TRUE(cursor.seek(from, 2 * type.size()));
    EXPECT_EQ(bytes_of_runs(walk(cursor, 3, bytes_max)), expected);

    ASSERT_TRUE(cursor.seek(from, 2 * type.size()));
    std::vector<layout::Run> rows;
    for (Strip strip = cursor.next_strip(bytes_max); strip.count != 0;
         strip = cursor.next_strip(bytes_max)) {
      EXPECT_LE(strip.size(), bytes_max);
      append_rows(rows, strip);
    }
    EXPECT_EQ(bytes_of_runs(rows), expected);
  });
}

TEST(RandomTypes, AreWalkedInStripsFromEverywhere) {
  for_each_sample([](RandomTypes& random, const Type& type, const TypeMap& map) {
    if (type.empty()) return;
    const std::int64_t displacement = random.between(-1000, 1000);
    Cursor cursor(type, displacement);
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t from = random.below(3 * type.size());
      const std::uint64_t length = 1 + random.below(3 * type.size());
      const std::uint64_t bytes_max = i % 2 == 0 ? Cursor::kNoLimit : 1 + random.below(length);
      ASSERT_TRUE(cursor.seek(from, length));
      std::vector<Strip> some(1 + random.below(9));
      std::vector<layout::Run> rows;
      while (const std::size_t n = cursor.fill(some, bytes_max)) {
        std::uint64_t bytes = 0;
        for (const Strip& strip : std::span(some).first(n)) {
          EXPECT_FALSE(strip.empty());
          bytes += strip.size();
          append_rows(rows, strip);
        }
        EXPECT_LE(bytes, bytes_max);
      }
      EXPECT_EQ(bytes_of_runs(rows), tiled(map, displacement, from, length));
      EXPECT_EQ(cursor.remaining(), 0u);
    }
  });
}

TEST(RandomTypes, ArePackedAndUnpackedInStreamOrder) {
  for_each_sample([](RandomTypes& random, const Type& type, const TypeMap& map) {
    if (type.empty()) return;
    const std::uint64_t from = random.below(type.size());
    const std::uint64_t length = 2 * type.size();
    const auto places = tiled(map, 0, from, length);
    const auto [low, high] = std::ranges::minmax(places);
    std::vector<std::byte> memory(static_cast<std::size_t>(high - low + 1));
    for (auto& b : memory) b = static_cast<std::byte>(random.below(256));

    std::vector<std::byte> expected;
    for (const auto at : places) expected.push_back(memory[static_cast<std::size_t>(at - low)]);
    std::vector<std::byte> stream(length);
    Cursor cursor(type, -low);  // so that offset 0 is the buffer's first byte
    ASSERT_TRUE(cursor.seek(from, length));
    const std::size_t half = pack(cursor, memory.data(), MutableBytes(stream).first(length / 2));
    EXPECT_EQ(half, length / 2);
    EXPECT_EQ(pack(cursor, memory.data(), MutableBytes(stream).subspan(half)), length - half);
    EXPECT_EQ(stream, expected);

    std::vector<std::byte> scattered(memory.size());
    std::vector<std::byte> expected_memory(memory.size());
    for (std::size_t i = 0; i < places.size(); ++i)
      expected_memory[static_cast<std::size_t>(places[i] - low)] = stream[i];
    ASSERT_TRUE(cursor.seek(from, length));
    EXPECT_EQ(unpack(cursor, scattered.data(), stream), length);
    EXPECT_EQ(scattered, expected_memory);
  });
}

TEST(RandomTypes, SurviveTheWire) {
  for_each_sample([](RandomTypes&, const Type& type, const TypeMap&) {
    const auto form = encode(type);
    ASSERT_TRUE(form);
    EXPECT_EQ(form->size(), wire_size(type));
    const auto decoded = decode(*form);
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == type);
    EXPECT_EQ(*encode(*decoded), *form);
    for (std::size_t cut = 0; cut < form->size(); cut += 1 + form->size() / 8)
      EXPECT_FALSE(decode(ConstBytes(*form).first(cut)));
  });
}

TEST(RandomTypes, FindPlacesInTheStreamByOffset) {
  for_each_sample([](RandomTypes& random, const Type& type, const TypeMap& map) {
    if (type.empty()) return;
    const std::uint64_t place = random.below(2 * type.size());
    const auto stream = tiled(map, 100, 0, 2 * type.size());
    EXPECT_EQ(*offset_of(type, 100, place), stream[place]);
    if (!type.monotonic()) return;
    // Within two tiles, so that the third one's bytes do not matter.
    const std::int64_t origin = stream[0];
    for (std::int64_t at = origin - 2; at < origin + 2 * type.extent(); ++at) {
      const auto below = std::ranges::count_if(stream, [&](std::int64_t b) { return b < at; });
      ASSERT_EQ(*bytes_below(type, 100, at), static_cast<std::uint64_t>(below)) << at;
    }
  });
}

TEST(RandomTypes, AreTheSameViewAfterReduction) {
  for_each_sample([](RandomTypes&, const Type& type, const TypeMap& map) {
    const Type etype = *Type::elementary(1);
    const auto view = View::create(etype, type, ViewUse::reading);
    if (!view || type.empty()) return;
    const std::uint64_t length = 3 * type.size();
    Cursor cursor(view->tile(), 5);
    ASSERT_TRUE(cursor.seek(0, length));
    EXPECT_EQ(walk(cursor, 7, Cursor::kNoLimit), maximal_runs(tiled(map, 5, 0, length)));
    // A tile of several tiles is the same view.
    const auto thrice = View::create(etype, *Type::contiguous(3, type), ViewUse::reading);
    ASSERT_TRUE(thrice);
    EXPECT_EQ(thrice->id(), view->id());
    const auto received = View::decode(view->form());
    ASSERT_TRUE(received);
    EXPECT_EQ(received->id(), view->id());
    EXPECT_TRUE(received->tile() == view->tile());
  });
}

}  // namespace
}  // namespace strait::layout
