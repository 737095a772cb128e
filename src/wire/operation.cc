#include "wire/operation.h"

namespace strait::wire {

std::string_view operation_name(Operation operation) noexcept {
  switch (operation) {
    case Operation::null:
      return "NULL";
    case Operation::hello:
      return "HELLO";
    case Operation::cancel:
      return "CANCEL";
    case Operation::lookup:
      return "LOOKUP";
    case Operation::create:
      return "CREATE";
    case Operation::getattr:
      return "GETATTR";
    case Operation::setattr:
      return "SETATTR";
    case Operation::remove:
      return "REMOVE";
    case Operation::rename:
      return "RENAME";
    case Operation::link:
      return "LINK";
    case Operation::symlink:
      return "SYMLINK";
    case Operation::readlink:
      return "READLINK";
    case Operation::mkdir:
      return "MKDIR";
    case Operation::readdir:
      return "READDIR";
    case Operation::resize:
      return "RESIZE";
    case Operation::read:
      return "READ";
    case Operation::write:
      return "WRITE";
    case Operation::commit:
      return "COMMIT";
    case Operation::prefetch:
      return "PREFETCH";
    case Operation::fetch_add:
      return "FETCH_ADD";
    case Operation::lock:
      return "LOCK";
    case Operation::unlock:
      return "UNLOCK";
  }
  return "unknown";
}

bool is_known(Operation operation) noexcept { return operation_name(operation) != "unknown"; }

bool changes_once(Operation operation) noexcept {
  switch (operation) {
    case Operation::create:
    case Operation::setattr:
    case Operation::remove:
    case Operation::rename:
    case Operation::link:
    case Operation::symlink:
    case Operation::mkdir:
    case Operation::resize:
    case Operation::fetch_add:
    case Operation::lock:
    case Operation::unlock:
      return true;
    default:
      return false;
  }
}

}  // namespace strait::wire
