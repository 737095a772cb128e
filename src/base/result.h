// Result<T>: a value or an Error; Status: nothing or an Error. Neither may be ignored. No exception
// crosses a room.
#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "base/error.h"

namespace strait {

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using Base = tl::expected<T, Error>;
  using Base::Base;
  Result(Error error)
      : Base(tl::unexpect, std::move(error)) {}  // NOLINT: `return error(...)` is the point
  Result(Base base) : Base(std::move(base)) {}   // NOLINT
};

using Status = Result<void>;

}  // namespace strait

// Runs an expression that gives a Result; on failure returns its Error from the enclosing function.
#define STRAIT_TRY(expression)                                    \
  do {                                                            \
    if (auto strait_try = (expression); !strait_try) [[unlikely]] \
      return std::move(strait_try).error();                       \
  } while (false)

// The same, and keeps the value: STRAIT_ASSIGN(const Entry entry, directory.lookup(name));
#define STRAIT_ASSIGN(declaration, expression) \
  STRAIT_ASSIGN_(declaration, expression, STRAIT_JOIN_(strait_result_, __LINE__))
#define STRAIT_ASSIGN_(declaration, expression, result) \
  auto result = (expression);                           \
  if (!result) [[unlikely]]                             \
    return std::move(result).error();                   \
  declaration = std::move(*result)
#define STRAIT_JOIN_(a, b) STRAIT_JOIN_AGAIN_(a, b)
#define STRAIT_JOIN_AGAIN_(a, b) a##b
