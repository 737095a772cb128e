// Writes messages as XDR (RFC 4506), in two passes over the same description: XdrMeasure finds the
// size and whether every field is within its limit, XdrEncoder then writes without looking, into
// memory of exactly that size. Most callers want `encode` of xdr.h.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "wire/byte_order.h"

namespace strait::wire {

// Bytes of zeros that follow `size` opaque bytes.
constexpr std::size_t xdr_padding(std::size_t size) { return (4 - size % 4) % 4; }

class XdrMeasure {
 public:
  std::size_t size() const { return size_; }
  bool within_limits() const { return within_limits_; }

  void number(auto value) { size_ += sizeof value; }
  void boolean(bool) { size_ += 4; }
  void choice(auto) { size_ += 4; }
  void text(std::string_view text, std::uint32_t max) { opaque(bytes_of(text), max); }
  void opaque(ConstBytes bytes, std::uint32_t max) {
    within_limits_ &= bytes.size() <= max;
    size_ += 4 + bytes.size() + xdr_padding(bytes.size());
  }
  template <std::size_t n>
  void fixed(const std::array<std::byte, n>&) {
    size_ += n + xdr_padding(n);
  }
  template <std::size_t n>
  void optional(const std::optional<std::array<std::byte, n>>& value) {
    size_ += 4 + (value ? n + xdr_padding(n) : 0);
  }
  template <class T>
  void part(const T& message) {
    T::describe(*this, message);
  }
  template <class T>
  void list(const std::vector<T>& items, std::uint32_t max) {
    within_limits_ &= items.size() <= max;
    size_ += 4;
    for (const T& item : items) T::describe(*this, item);
  }
  void extent(const Extent&) { size_ += 16; }
  void extents(const std::vector<Extent>& items, std::uint32_t max) {
    within_limits_ &= items.size() <= max;
    size_ += 4 + 16 * items.size();
  }
  template <class... Arms>
  void one_of(const std::variant<Arms...>& value) {
    size_ += 4;
    std::visit([this](const auto& arm) { this->part(arm); }, value);
  }

 private:
  std::size_t size_ = 0;
  bool within_limits_ = true;
};

class XdrEncoder {
 public:
  // There must be room for what XdrMeasure said.
  explicit XdrEncoder(std::byte* to) : at_(to) {}
  std::byte* at() const { return at_; }

  template <class T>
  void number(T value) {
    store_big(at_, static_cast<std::make_unsigned_t<T>>(value));
    at_ += sizeof value;
  }
  void boolean(bool value) { number(std::uint32_t{value}); }
  template <class T>
  void choice(T value) {
    number(static_cast<std::uint32_t>(value));
  }
  void text(std::string_view text, std::uint32_t max) { opaque(bytes_of(text), max); }
  void opaque(ConstBytes bytes, std::uint32_t) {
    number(static_cast<std::uint32_t>(bytes.size()));
    put(bytes);
  }
  template <std::size_t n>
  void fixed(const std::array<std::byte, n>& value) {
    put(value);
  }
  template <std::size_t n>
  void optional(const std::optional<std::array<std::byte, n>>& value) {
    opaque(value ? ConstBytes(*value) : ConstBytes(), n);
  }
  template <class T>
  void part(const T& message) {
    T::describe(*this, message);
  }
  template <class T>
  void list(const std::vector<T>& items, std::uint32_t) {
    number(static_cast<std::uint32_t>(items.size()));
    for (const T& item : items) T::describe(*this, item);
  }
  void extent(const Extent& extent) {
    number(extent.offset);
    number(extent.length);
  }
  void extents(const std::vector<Extent>& items, std::uint32_t) {
    number(static_cast<std::uint32_t>(items.size()));
    for (const Extent& item : items) extent(item);
  }
  template <class... Arms>
  void one_of(const std::variant<Arms...>& value) {
    number(static_cast<std::uint32_t>(value.index()));
    std::visit([this](const auto& arm) { this->part(arm); }, value);
  }

 private:
  void put(ConstBytes bytes) {
    if (!bytes.empty()) std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
    for (std::size_t i = xdr_padding(bytes.size()); i > 0; --i) *at_++ = std::byte{0};
  }

  std::byte* at_;
};

}  // namespace strait::wire
