#include "mpiio/error_code.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

namespace strait::mpiio {
namespace {

// A code is kBase, then which sentence, then the class. The class is in the low seven bits, where
// MPICH itself would look for it, and no family gives out codes in this range.
constexpr int kClassBits = 7;
constexpr int kBase = 0x1500'0000;
constexpr int kClassMask = (1 << kClassBits) - 1;
static_assert(MPI_ERR_LASTCODE > 0 && (kCodesKept << kClassBits) < 0x0100'0000);

struct Sentences {
  std::mutex mutex;
  std::vector<Failure> kept;  // a ring once it is full
  std::size_t oldest = 0;
};

Sentences& sentences() {
  static auto* const all = new Sentences;  // outlives every destructor of the program
  return *all;
}

int code_at(std::size_t index, int error_class) {
  return kBase | static_cast<int>(index) << kClassBits | error_class;
}

}  // namespace

int code_of(const Failure& failure) {
  if (failure.error_class <= 0 || failure.error_class > kClassMask) return failure.error_class;
  Sentences& all = sentences();
  const std::lock_guard lock(all.mutex);
  const auto same = std::ranges::find_if(all.kept, [&](const Failure& kept) {
    return kept.error_class == failure.error_class && kept.text == failure.text;
  });
  if (same != all.kept.end())
    return code_at(static_cast<std::size_t>(same - all.kept.begin()), failure.error_class);
  if (all.kept.size() < kCodesKept) {
    all.kept.push_back(failure);
    return code_at(all.kept.size() - 1, failure.error_class);
  }
  const std::size_t index = all.oldest;
  all.oldest = (all.oldest + 1) % kCodesKept;
  all.kept[index] = failure;
  return code_at(index, failure.error_class);
}

bool is_our_code(int code) noexcept { return (code & ~0x00ff'ffff) == kBase; }

int class_of_code(int ours) noexcept { return ours & kClassMask; }

std::string text_of_code(int ours) {
  Sentences& all = sentences();
  const std::lock_guard lock(all.mutex);
  const auto index = static_cast<std::size_t>((ours & 0x00ff'ffff) >> kClassBits);
  if (index >= all.kept.size() || all.kept[index].error_class != class_of_code(ours)) return {};
  return all.kept[index].text;
}

int error_class(Next<int (*)(int, int*)>& next, int code, int* error_class) {
  if (!is_our_code(code)) return next(code, error_class);
  *error_class = class_of_code(code);
  return MPI_SUCCESS;
}

int error_string(Next<int (*)(int, char*, int*)>& next, int code, char* string, int* length) {
  if (!is_our_code(code)) return next(code, string, length);
  const std::string text = text_of_code(code);
  if (text.empty()) return next(class_of_code(code), string, length);
  const std::size_t shown = std::min<std::size_t>(text.size(), MPI_MAX_ERROR_STRING - 1);
  std::memcpy(string, text.data(), shown);
  if (shown < text.size()) std::memcpy(string + shown - 3, "...", 3);
  string[shown] = '\0';
  *length = static_cast<int>(shown);
  return MPI_SUCCESS;
}

}  // namespace strait::mpiio
