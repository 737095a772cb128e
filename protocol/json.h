// Reads the JSON of vectors/: objects whose members come in a known order, lists, whole numbers,
// booleans and texts without escapes. For tests; anything else throws.
#pragma once

#include <cctype>
#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strait::protocol {

class Json {
 public:
  explicit Json(std::string text) : text_(std::move(text)) {}

  // Takes the character if it is next; commas and colons are mere space.
  bool take(char wanted) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) throw std::runtime_error("JSON: expected " + std::string(1, wanted));
  }
  bool at_text() {
    skip_space();
    return at_ != text_.size() && text_[at_] == '"';
  }
  std::string text() {
    expect('"');
    const std::size_t end = text_.find('"', at_);
    if (end == std::string::npos) throw std::runtime_error("JSON: a text without end");
    const std::size_t begin = std::exchange(at_, end + 1);
    return text_.substr(begin, end - begin);
  }
  template <class T>
  T number() {
    skip_space();
    T value{};
    const auto [end, fault] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (fault != std::errc()) throw std::runtime_error("JSON: expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  bool boolean() {
    skip_space();
    const bool value = text_.compare(at_, 4, "true") == 0;
    if (!value && text_.compare(at_, 5, "false") != 0) throw std::runtime_error("JSON: boolean");
    at_ += value ? 4 : 5;
    return value;
  }
  std::vector<std::byte> bytes() {
    const std::string digits = text();
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
      bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
  }
  // The name of the next member, which must be this one where a name is given.
  void key(std::string_view wanted = {}) {
    const std::string name = text();
    if (!wanted.empty() && name != wanted) {
      throw std::runtime_error("JSON: expected member " + std::string(wanted) + ", not " + name);
    }
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == ',' || text_[at_] == ':')) {
      ++at_;
    }
  }

  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace strait::protocol
