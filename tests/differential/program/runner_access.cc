// The runner's data accesses: buffers, the functions, and what they moved.
#include <algorithm>

#include "runner.h"

namespace differential {
namespace {

// The memory that an access may touch, with a margin that it must not.
struct Span {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
};
constexpr std::int64_t kMargin = 64;  // bytes; also keeps the alignment of all elementary types

Span span_of(const TypeMap& datatype, std::int64_t count) {
  Span span;
  if (count > 0) {
    const std::int64_t last = (count - 1) * datatype.extent();
    span.lower = datatype.true_lower() + std::min<std::int64_t>(0, last);
    span.upper = datatype.true_upper() + std::max<std::int64_t>(0, last);
  }
  span.lower = std::min<std::int64_t>(span.lower, 0) / kMargin * kMargin - 2 * kMargin;
  span.upper = std::max<std::int64_t>(span.upper, 0) + kMargin;
  return span;
}

std::string number_or_undefined(int number) {
  return number == MPI_UNDEFINED ? "undefined" : std::to_string(number);
}

int blocking(MPI_File file, const AccessKind& kind, MPI_Offset offset, void* buffer, int count,
             MPI_Datatype type, MPI_Status* status) {
  if (kind.shared && kind.collective)
    return kind.write ? MPI_File_write_ordered(file, buffer, count, type, status)
                      : MPI_File_read_ordered(file, buffer, count, type, status);
  if (kind.shared)
    return kind.write ? MPI_File_write_shared(file, buffer, count, type, status)
                      : MPI_File_read_shared(file, buffer, count, type, status);
  if (kind.at && kind.collective)
    return kind.write ? MPI_File_write_at_all(file, offset, buffer, count, type, status)
                      : MPI_File_read_at_all(file, offset, buffer, count, type, status);
  if (kind.at)
    return kind.write ? MPI_File_write_at(file, offset, buffer, count, type, status)
                      : MPI_File_read_at(file, offset, buffer, count, type, status);
  if (kind.collective)
    return kind.write ? MPI_File_write_all(file, buffer, count, type, status)
                      : MPI_File_read_all(file, buffer, count, type, status);
  return kind.write ? MPI_File_write(file, buffer, count, type, status)
                    : MPI_File_read(file, buffer, count, type, status);
}

int nonblocking(MPI_File file, const AccessKind& kind, MPI_Offset offset, void* buffer, int count,
                MPI_Datatype type, MPI_Request* request) {
  if (kind.shared)
    return kind.write ? MPI_File_iwrite_shared(file, buffer, count, type, request)
                      : MPI_File_iread_shared(file, buffer, count, type, request);
  if (kind.at && kind.collective)
    return kind.write ? MPI_File_iwrite_at_all(file, offset, buffer, count, type, request)
                      : MPI_File_iread_at_all(file, offset, buffer, count, type, request);
  if (kind.at)
    return kind.write ? MPI_File_iwrite_at(file, offset, buffer, count, type, request)
                      : MPI_File_iread_at(file, offset, buffer, count, type, request);
  if (kind.collective)
    return kind.write ? MPI_File_iwrite_all(file, buffer, count, type, request)
                      : MPI_File_iread_all(file, buffer, count, type, request);
  return kind.write ? MPI_File_iwrite(file, buffer, count, type, request)
                    : MPI_File_iread(file, buffer, count, type, request);
}

int split_begin(MPI_File file, const AccessKind& kind, MPI_Offset offset, void* buffer, int count,
                MPI_Datatype type) {
  if (kind.shared)
    return kind.write ? MPI_File_write_ordered_begin(file, buffer, count, type)
                      : MPI_File_read_ordered_begin(file, buffer, count, type);
  if (kind.at)
    return kind.write ? MPI_File_write_at_all_begin(file, offset, buffer, count, type)
                      : MPI_File_read_at_all_begin(file, offset, buffer, count, type);
  return kind.write ? MPI_File_write_all_begin(file, buffer, count, type)
                    : MPI_File_read_all_begin(file, buffer, count, type);
}

int split_ended(MPI_File file, const AccessKind& kind, void* buffer, MPI_Status* status) {
  if (kind.shared)
    return kind.write ? MPI_File_write_ordered_end(file, buffer, status)
                      : MPI_File_read_ordered_end(file, buffer, status);
  if (kind.at)
    return kind.write ? MPI_File_write_at_all_end(file, buffer, status)
                      : MPI_File_read_at_all_end(file, buffer, status);
  return kind.write ? MPI_File_write_all_end(file, buffer, status)
                    : MPI_File_read_all_end(file, buffer, status);
}

}  // namespace

std::string Runner::access(std::size_t number, const AccessKind& kind, const Numbers& numbers) {
  Pending access;
  access.step = number;
  access.kind = kind;
  access.datatype = static_cast<int>(numbers[1]);
  access.count = numbers[2];
  access.available = model_.available(rank_);
  access.defined = model_.defined(rank_);
  const bool null = access.datatype < 0;
  const Span span = null ? span_of({}, 0)
                         : span_of(maps_[static_cast<std::size_t>(access.datatype)], access.count);
  for (std::int64_t place = span.lower; place < span.upper; ++place)
    access.buffer.push_back(kind.write ? byte_to_write(number, rank_, place)
                                       : byte_before_read(number, rank_, place));
  void* const buffer = access.buffer.data() - span.lower;
  const MPI_Datatype type = null ? MPI_DATATYPE_NULL : datatypes_.at(access.datatype);
  const auto count = static_cast<int>(access.count);
  int code = MPI_SUCCESS;
  if (kind.form == Form::blocking) {
    MPI_Status status;
    code = blocking(file_, kind, numbers[0], buffer, count, type, &status);
    return outcome(access, code, status);
  }
  if (kind.form == Form::nonblocking) {
    code = nonblocking(file_, kind, numbers[0], buffer, count, type, &access.request);
    if (code == MPI_SUCCESS) pending_.push_back(std::move(access));
  } else {
    code = split_begin(file_, kind, numbers[0], buffer, count, type);
    if (code == MPI_SUCCESS) split_ = std::move(access);
  }
  return class_of(code);
}

std::string Runner::wait(std::size_t number) {
  std::string all = "success";
  std::vector<MPI_Request> requests;
  for (const Pending& access : pending_) requests.push_back(access.request);
  std::vector<MPI_Status> statuses(requests.size() + 1);
  std::vector<int> codes(requests.size(), MPI_SUCCESS);
  if (number % 2 != 0) {
    const int code =
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data());
    for (std::size_t i = 0; i < codes.size(); ++i)
      codes[i] = code == MPI_ERR_IN_STATUS ? statuses[i].MPI_ERROR : code;
  } else {
    for (std::size_t i = codes.size(); i-- > 0;) codes[i] = MPI_Wait(&requests[i], &statuses[i]);
  }
  for (std::size_t i = 0; i < codes.size(); ++i)
    all += "; " + outcome(pending_[i], codes[i], statuses[i]);
  pending_.clear();
  return all;
}

std::string Runner::split_end() {
  if (split_.buffer.empty()) return "not begun";
  MPI_Status status;
  const Span span = span_of(maps_[static_cast<std::size_t>(split_.datatype)], split_.count);
  const int code = split_ended(file_, split_.kind, split_.buffer.data() - span.lower, &status);
  std::string text = outcome(split_, code, status);
  split_ = Pending();
  return text;
}

std::string Runner::outcome(const Pending& access, int code, MPI_Status& status) const {
  std::string text = class_of(code);
  if (code != MPI_SUCCESS) return text;
  const TypeMap& map = maps_[static_cast<std::size_t>(access.datatype)];
  if (map.size > 0) {
    int count = -1, elements = -1;
    MPI_Get_count(&status, datatypes_.at(access.datatype), &count);
    text += " count " + number_or_undefined(count);
    if (whole_elements(map, access.available)) {
      MPI_Get_elements(&status, datatypes_.at(access.datatype), &elements);
      text += " elements " + number_or_undefined(elements);
    }
  }
  const std::int64_t lower = span_of(map, access.count).lower;
  std::vector<std::uint8_t> rest = access.buffer;
  Hash hash;
  std::int64_t moved = 0;
  for (const std::int64_t place : memory_bytes(map, access.count)) {
    const auto index = static_cast<std::size_t>(place - lower);
    const bool counts = !access.kind.write && moved < access.available &&
                        access.defined[static_cast<std::size_t>(moved)];
    if (counts) hash.add(access.buffer[index]);
    rest[index] = byte_before_read(access.step, rank_, place);
    ++moved;
  }
  if (access.kind.write) return text;
  text += " data " + hash.text();
  for (std::size_t i = 0; i < rest.size(); ++i)
    if (rest[i] != byte_before_read(access.step, rank_, lower + static_cast<std::int64_t>(i)))
      return text + " and bytes between";
  return text;
}

}  // namespace differential
