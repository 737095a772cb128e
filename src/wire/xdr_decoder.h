// Reads messages from XDR (RFC 4506) that a peer sent: every length is held against its limit and
// against the bytes that are really there before anything is allocated, padding must be zero,
// enumerations and booleans must have a known value, a text holds no zero byte. The first fault
// stops the reading: what is read after it is empty, and `finish` reports it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/byte_order.h"
#include "wire/xdr_encoder.h"

namespace strait::wire {

class XdrDecoder {
 public:
  explicit XdrDecoder(ConstBytes bytes) : rest_(bytes) {}

  // Reads one message; the error is of kind protocol.
  template <class T>
  Result<T> take() {
    Result<T> message(T{});
    part(*message);
    if (fault_ != nullptr) return failure();
    return message;
  }
  // Nothing went wrong, and nothing is left over.
  Status finish() const {
    if (fault_ != nullptr) return failure();
    if (!rest_.empty()) return left_over();
    return {};
  }
  std::size_t remaining() const { return rest_.size(); }

  template <class T>
  void number(T& value) {
    if (rest_.size() < sizeof value) return fail("it ends too early");
    value = static_cast<T>(load_big<std::make_unsigned_t<T>>(rest_.data()));
    rest_ = rest_.subspan(sizeof value);
  }
  void boolean(bool& value) {
    std::uint32_t word = 0;
    number(word);
    if (word > 1) return fail("a boolean is neither 0 nor 1");
    value = word == 1;
  }
  template <class T>
  void choice(T& value) {
    std::uint32_t word = 0;
    number(word);
    if (fault_ != nullptr) return;
    if (!is_valid(static_cast<T>(word))) return fail("an enumeration has an unknown value");
    value = static_cast<T>(word);
  }
  void text(std::string& text, std::uint32_t max);
  void opaque(std::vector<std::byte>& bytes, std::uint32_t max) {
    const ConstBytes view = variable(max);
    bytes.assign(view.begin(), view.end());
  }
  // The view stays within the bytes that are being decoded.
  void opaque(ConstBytes& view, std::uint32_t max) { view = variable(max); }
  template <std::size_t n>
  void fixed(std::array<std::byte, n>& value) {
    const ConstBytes view = padded(n);
    if (!view.empty()) std::copy(view.begin(), view.end(), value.begin());
  }
  // Written as opaque bytes: none, or exactly n.
  template <std::size_t n>
  void optional(std::optional<std::array<std::byte, n>>& value) {
    const ConstBytes view = variable(n);
    if (view.empty()) return value.reset();
    if (view.size() != n) return fail("an identifier is neither empty nor whole");
    std::copy(view.begin(), view.end(), value.emplace().begin());
  }
  template <class T>
  void part(T& message) {
    T::describe(*this, message);
  }
  template <class T>
  void list(std::vector<T>& items, std::uint32_t max) {
    std::uint32_t count = counted(max, least_size<T>());
    items.clear();
    items.reserve(count);
    for (; count > 0 && fault_ == nullptr; --count) part(items.emplace_back());
  }
  void extent(Extent& extent) {
    number(extent.offset);
    number(extent.length);
  }
  void extents(std::vector<Extent>& items, std::uint32_t max);
  template <class... Arms>
  void one_of(std::variant<Arms...>& value) {
    std::uint32_t index = 0;
    number(index);
    if (fault_ != nullptr) return;
    if (index >= sizeof...(Arms)) return fail("a union has an unknown arm");
    emplace<0>(value, index);
    std::visit([this](auto& arm) { this->part(arm); }, value);
  }

 private:
  template <std::size_t i, class... Arms>
  static void emplace(std::variant<Arms...>& value, std::size_t index) {
    if (index == i) {
      value.template emplace<i>();
    } else if constexpr (i + 1 < sizeof...(Arms)) {
      emplace<i + 1>(value, index);
    }
  }
  // What one T takes at least: with every list and text empty.
  template <class T>
  static std::size_t least_size() {
    XdrMeasure measure;
    measure.part(T{});
    return measure.size();
  }

  std::uint32_t counted(std::uint32_t max, std::size_t least_size_of_one);
  ConstBytes variable(std::uint32_t max);
  ConstBytes padded(std::size_t size);
  void fail(const char* fault) {
    if (fault_ == nullptr) fault_ = fault;
    rest_ = {};
  }
  Error failure() const;
  Error left_over() const;

  ConstBytes rest_;
  const char* fault_ = nullptr;
};

}  // namespace strait::wire
