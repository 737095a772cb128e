// Fills a message from JSON by its description: members in the order of the wire, whatever their
// names (reference_codec_test.py checks those against strait.x).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "json.h"

namespace strait::protocol {

class JsonFiller {
 public:
  explicit JsonFiller(Json& json) : json_(json) {}

  template <class T>
  void object(T& message) {
    json_.expect('{');
    T::describe(*this, message);
    json_.expect('}');
  }

  template <class T>
  void number(T& value) {
    json_.key();
    value = json_.number<T>();
  }
  void boolean(bool& value) {
    json_.key();
    value = json_.boolean();
  }
  template <class T>
  void choice(T& value) {
    json_.key();
    value = static_cast<T>(json_.number<std::uint32_t>());
  }
  void text(std::string& value, std::uint32_t) {
    json_.key();
    value = json_.text();
  }
  void opaque(std::vector<std::byte>& value, std::uint32_t) {
    json_.key();
    value = json_.bytes();
  }
  void opaque(ConstBytes& value, std::uint32_t) {
    json_.key();
    kept_.push_back(std::make_unique<std::vector<std::byte>>(json_.bytes()));
    value = *kept_.back();
  }
  template <std::size_t n>
  void fixed(std::array<std::byte, n>& value) {
    json_.key();
    copy(json_.bytes(), value);
  }
  template <std::size_t n>
  void optional(std::optional<std::array<std::byte, n>>& value) {
    json_.key();
    const std::vector<std::byte> bytes = json_.bytes();
    if (!bytes.empty()) copy(bytes, value.emplace());
  }
  template <class T>
  void part(T& message) {
    json_.key();
    object(message);
  }
  template <class T>
  void list(std::vector<T>& items, std::uint32_t) {
    json_.key();
    json_.expect('[');
    while (!json_.take(']')) object(items.emplace_back());
  }
  void extent(Extent& extent) {
    json_.key();
    fill(extent);
  }
  void extents(std::vector<Extent>& items, std::uint32_t) {
    json_.key();
    json_.expect('[');
    while (!json_.take(']')) fill(items.emplace_back());
  }
  template <class... Arms>
  void one_of(std::variant<Arms...>& value) {
    json_.key();
    json_.expect('{');
    json_.key("how");
    const auto how = json_.number<std::size_t>();
    json_.key("arm");
    std::size_t index = 0;
    ((index++ == how ? object(value.template emplace<Arms>()) : void()), ...);
    json_.expect('}');
  }

 private:
  template <std::size_t n>
  static void copy(const std::vector<std::byte>& from, std::array<std::byte, n>& to) {
    if (from.size() != n) throw std::runtime_error("JSON: an identifier of the wrong size");
    std::copy(from.begin(), from.end(), to.begin());
  }
  void fill(Extent& extent) {
    json_.expect('{');
    number(extent.offset);
    number(extent.length);
    json_.expect('}');
  }

  Json& json_;
  std::vector<std::unique_ptr<std::vector<std::byte>>> kept_;  // what views look at
};

}  // namespace strait::protocol
