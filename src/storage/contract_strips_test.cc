// The driver contract: lists of strips. Whatever a driver does inside, the result is that of moving
// the rows one by one.
#include <algorithm>
#include <cstdlib>

#include "base/random.h"
#include "storage/contract_test.h"

namespace strait::storage {
namespace {

constexpr std::uint64_t kLists = 150;

// Fewer in a build with sanitizers, where STRAIT_SLOWNESS says how much slower that is.
std::uint64_t lists_to_try() {
  const char* const slowness = std::getenv("STRAIT_SLOWNESS");
  const int divisor = slowness == nullptr ? 1 : std::atoi(slowness);
  return kLists / static_cast<std::uint64_t>(std::max(divisor, 1));
}

// What a file must hold, byte by byte.
class Model {
 public:
  void write(const std::vector<Strip>& strips, std::string_view text) {
    for (const std::uint64_t place : places_of(strips)) {
      if (place >= bytes_.size()) bytes_.resize(place + 1, '\0');
      bytes_[place] = text.front();
      text.remove_prefix(1);
    }
  }
  // Up to the first byte behind the end.
  std::string read(const std::vector<Strip>& strips) const {
    std::string text;
    for (const std::uint64_t place : places_of(strips)) {
      if (place >= bytes_.size()) break;
      text.push_back(bytes_[place]);
    }
    return text;
  }
  void resize(std::uint64_t size) { bytes_.resize(size, '\0'); }
  const std::string& bytes() const { return bytes_; }

 private:
  static std::vector<std::uint64_t> places_of(const std::vector<Strip>& strips) {
    std::vector<std::uint64_t> places;
    for (const Strip& strip : strips)
      for (std::uint64_t row = 0; row < strip.count; ++row)
        for (std::uint64_t i = 0; i < strip.length; ++i)
          places.push_back(strip.offset + row * strip.stride + i);
    return places;
  }

  std::string bytes_;
};

class StripsContract : public DriverContract {
 protected:
  // Short and long rows, dense and sparse, single ones, some that touch or lie on each other, some
  // strips that begin before the one before them, some without bytes.
  static std::vector<Strip> random_list(SeededRandom& random) {
    std::vector<Strip> strips;
    std::uint64_t at = random.below(5'000);
    for (std::uint64_t n = 1 + random.below(12); n > 0; --n) {
      Strip strip{at, random.chance(1, 10) ? random.below(3'000) : random.below(40)};
      strip.count = random.chance(1, 3) ? 1 : random.below(300);
      const std::uint64_t hole = random.chance(1, 8) ? random.below(9'000) : random.below(30);
      strip.stride = random.chance(1, 12) ? random.below(strip.length + 1) : strip.length + hole;
      if (strip.size() > 50'000) strip.count = 1;
      strips.push_back(strip);
      const std::uint64_t end = strip.empty() ? at : strip.row(strip.count - 1).end();
      at = random.chance(1, 6) ? random.below(20'000) : end + random.below(3) * random.below(5'000);
    }
    return strips;
  }
  static std::string text_for(const std::vector<Strip>& strips, SeededRandom& random) {
    std::uint64_t size = 0;
    for (const Strip& strip : strips) size += strip.size();
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>('a' + random.below(26));
    return text;
  }
};

TEST_P(StripsContract, AreMovedAsTheirRowsWouldBe) {
  const std::uint64_t lists = lists_to_try();
  for (std::uint64_t seed = 1; seed <= lists; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    SeededRandom random(seed);
    const ObjectId file = create(fmt::format("f{}", seed));
    Model model;
    for (int round = 0; round < 3; ++round) {
      const std::vector<Strip> strips = random_list(random);
      const std::string text = text_for(strips, random);
      const AccessOptions options{.atomic = random.chance(1, 4), .sieving = random.chance(3, 4)};
      const Status written = driver_->write(file, strips, bytes_of(text), options);
      ASSERT_TRUE(written) << to_string(written.error());
      model.write(strips, text);
      ASSERT_EQ(size(file), model.bytes().size());
      ASSERT_TRUE(read(file, 0, model.bytes().size() + 1) == stored(model.bytes()));
      if (random.chance(1, 3)) {
        const std::uint64_t size = random.below(model.bytes().size() + 100);
        ASSERT_TRUE(driver_->resize(file, size));
        model.resize(size);
      }
      const std::vector<Strip> wanted = random_list(random);
      ASSERT_TRUE(read_list(file, wanted) == stored(model.read(wanted)));
    }
    ASSERT_TRUE(driver_->remove(at(fmt::format("f{}", seed)), {}));
  }
}

// More than one window, and pieces of all the usual sizes.
TEST_P(StripsContract, LongOnesOfAnySize) {
  for (const std::uint64_t piece : {1, 3, 4, 8, 12, 16, 24, 40, 100}) {
    SCOPED_TRACE(fmt::format("pieces of {} bytes", piece));
    SeededRandom random(piece);
    const ObjectId file = create(fmt::format("f{}", piece));
    const std::vector<Strip> strips{{7, piece, 2 * piece + 1, 600'000 / piece}};
    Model model;
    model.resize(strips[0].row(strips[0].count / 2).offset + 1);
    ASSERT_TRUE(driver_->resize(file, model.bytes().size()));
    const std::string text = text_for(strips, random);
    ASSERT_TRUE(driver_->write(file, strips, bytes_of(text), {}));
    model.write(strips, text);
    EXPECT_EQ(size(file), model.bytes().size());
    EXPECT_TRUE(read(file, 0, model.bytes().size()) == stored(model.bytes()));
    EXPECT_TRUE(read_list(file, strips) == stored(text));
    ASSERT_TRUE(driver_->resize(file, model.bytes().size() / 2));
    model.resize(model.bytes().size() / 2);
    EXPECT_TRUE(read_list(file, strips) == stored(model.read(strips)));
  }
}

TEST_P(StripsContract, AreRefusedWhereNoFileReaches) {
  const ObjectId file = create("f");
  const auto refusal = [&](const Strip& strip, std::size_t bytes) {
    const std::string text(bytes, 'x');
    return kind(driver_->write(file, {&strip, 1}, bytes_of(text), {}));
  };
  constexpr std::uint64_t kFar = std::uint64_t{1} << 62;
  EXPECT_EQ(refusal({0, 1, kFar, 3}, 3), ErrorKind::file_too_large);
  EXPECT_EQ(refusal({0, 1, kFar, 5}, 5), ErrorKind::file_too_large);
  EXPECT_EQ(refusal({100, 1, 0 - std::uint64_t{10}, 3}, 3), ErrorKind::file_too_large);
  EXPECT_EQ(refusal({0, 8, 0, std::uint64_t{1} << 61}, 0), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({0, 8, 16, 4}, 31), ErrorKind::invalid_argument);
  EXPECT_EQ(refusal({0, 8, 16, 4}, 33), ErrorKind::invalid_argument);
  EXPECT_EQ(size(file), 0U);
}

STRAIT_DRIVER_CONTRACT(StripsContract);

}  // namespace
}  // namespace strait::storage
