// What MPI-4.0 chapter 14 says that the calls of a case answer, and what is in the file afterwards.
// It also knows which programs are erroneous: those in which two ranks touch the same bytes, or one
// the size that another changes, without sync-barrier-sync between them (section 14.6.1), those
// that overlap their own pending accesses, and those that break the rules of views.
//
// A value: the generator tries a step on a copy. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bytes_of_access.h"
#include "case_plan.h"
#include "sparse_file.h"

namespace differential {

// One text per rank; empty where the rank did not take part.
using Answers = std::vector<std::string>;

enum class Holes { undefined, zero };

class Model {
 public:
  // `datatypes` are those of the case; the list may grow, and outlives the model.
  // What no rank has written is undefined, and zero where `holes` says so.
  Model(int ranks, const std::vector<TypeMap>& datatypes, Holes holes);

  // The answers, or nothing for a step that no correct program takes; the model is of no use then.
  std::optional<Answers> apply(std::size_t number, const Step& step);

  struct View {
    std::int64_t displacement = 0;
    int etype = kBytes;
    int filetype = kBytes;

    friend bool operator==(const View&, const View&) = default;
  };
  static constexpr int kBytes = -1;  // the view of a file that was just opened

  bool is_open() const { return mode_ != 0; }
  bool exists() const { return exists_; }
  bool is_split() const { return split_; }
  bool has_pending() const;
  bool readable() const { return (mode_ & kWriteOnly) == 0; }
  bool writable() const { return (mode_ & kReadOnly) == 0; }
  std::int64_t size() const { return size_; }
  std::int64_t position(int rank) const { return of(rank).position; }
  std::int64_t shared_position() const { return shared_position_; }
  const TypeMap& etype(int rank) const { return datatype(of(rank).view.etype); }
  const TypeMap& filetype(int rank) const { return datatype(of(rank).view.filetype); }
  const View& view(int rank) const { return of(rank).view; }
  // As the shared file pointer demands it (section 14.4.4).
  bool same_views() const;
  // In etypes of the rank's view, whose filetype has bytes.
  std::int64_t end_of_file(int rank) const;
  // Bytes that the rank's last access can have moved, whatever MPI said.
  std::int64_t available(int rank) const { return available_[static_cast<std::size_t>(rank)]; }
  // Which of them have a value, if it was a read.
  const std::vector<bool>& defined(int rank) const {
    return defined_[static_cast<std::size_t>(rank)];
  }
  bool is_defined(std::int64_t offset) { return holes_ == Holes::zero || file_.at(offset).written; }
  // "gone", or the size and a hash of what is in the file and defined.
  std::string contents();

 private:
  struct Rank {
    View view;
    std::int64_t position = 0;
    std::int64_t own_size = 0;         // what this rank knows to be inside the file
    std::vector<std::string> pending;  // answers of nonblocking accesses
    std::string split;                 // answer of the split collective
    std::int64_t pending_end = 0;      // how far pending writes make the file longer
    bool pending_observes = false;
  };

  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& of(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  const TypeMap& datatype(int index) const {
    return index == kBytes ? bytes_ : (*datatypes_)[static_cast<std::size_t>(index)];
  }
  bool is_datatype(std::int64_t index) const {
    return index >= 0 && index < static_cast<std::int64_t>(datatypes_->size());
  }

  bool allowed_now(const Step& step) const;
  std::optional<std::string> answer(std::size_t number, const Step& step, int rank,
                                    const Numbers& numbers);
  std::string open(const Numbers& numbers);
  std::optional<std::string> set_view(int rank, const Numbers& numbers);
  std::string set_size(const Numbers& numbers, bool allocate);
  std::optional<std::string> seek(int rank, const Numbers& numbers);
  std::optional<std::string> seek_shared(const Numbers& numbers);
  std::optional<std::string> byte_offset(int rank, const Numbers& numbers);
  std::optional<std::string> access(std::size_t number, const AccessKind& kind, int rank,
                                    const Numbers& numbers);
  // The class of error that an access deserves before it touches anything; empty for none.
  std::string refusal(const AccessKind& kind, int rank, const Numbers& numbers) const;
  bool fits(const TypeMap& memory, std::int64_t count, const TypeMap& etype) const;
  void write(std::int64_t offset, std::uint8_t value);
  bool observe_size(int rank, bool pending);
  bool mark(const AccessKind& kind, int rank, const Offsets& bytes);
  void synchronise();
  void end_pending(int rank);

  const std::vector<TypeMap>* datatypes_;
  TypeMap bytes_;
  std::vector<Rank> ranks_;
  std::int64_t shared_position_ = 0;
  SparseFile file_;
  std::int64_t size_ = 0;
  std::int64_t synced_size_ = 0;
  bool exists_ = false;
  std::int64_t mode_ = 0;  // 0: not open
  bool atomic_ = false;
  std::vector<std::int64_t> available_;
  std::vector<std::vector<bool>> defined_;
  Holes holes_;
  bool split_ = false;
  bool touched_ = false;    // anything since the last sync
  bool must_sync_ = false;  // the size was set
  RankSet extended_ = 0;    // ranks that made the file longer since the last sync
  RankSet observed_ = 0;    // ranks that saw where it ends
};

}  // namespace differential
