// What one client may expect of its own bytes of a file. Every operation has a number that grows;
// operations of a client on the same byte take effect in that order (the rule that the Core keeps).
//
// For each byte: the value that a read must show (unless a power cut made it uncertain), and every
// value that the disk may show after a power cut: the one of the last commit, and those written
// since.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace strait::simulation {

class ShadowFile {
 public:
  using Value = std::uint8_t;
  // A value, or nothing where it is uncertain.
  using Snapshot = std::vector<std::optional<Value>>;

  explicit ShadowFile(std::size_t size) : cells_(size) {}

  std::size_t size() const { return cells_.size(); }

  void write_issued(std::uint64_t operation, std::size_t begin, std::size_t end, Value value);
  // `certain`: acknowledged as *written* or better; otherwise as *received*.
  void write_done(std::uint64_t operation, std::size_t begin, std::size_t end, bool certain);
  // Everything that was issued before `operation`, the COMMIT, is on stable storage.
  void committed(std::uint64_t operation);

  // What a read issued now must show.
  Snapshot snapshot(std::size_t begin, std::size_t end) const;

  // What a power cut did to this client's bytes.
  struct Damage {
    std::optional<std::size_t> wrong;  // the first byte whose value cannot be
    bool acknowledged =
        false;  // something acknowledged as *written* was not committed: must be reported
    bool received =
        false;  // the same for *received*: may be reported, where the client holds it no more
  };
  // The host lost its power, and the disk holds `disk` afterwards.
  Damage power_cut(const std::vector<Value>& disk);

 private:
  struct Entry {
    std::uint64_t operation;
    Value value;
    enum Acknowledged : std::uint8_t { no, received, written } acknowledged = no;
    bool before_cut = false;  // power was cut since, and nothing was heard of it after that
  };
  struct Cell {
    bool known = true;
    // In the order of issue; where power was not cut meanwhile, the first is the committed one.
    std::vector<Entry> possible{Entry{0, 0}};
  };

  std::vector<Cell> cells_;
};

}  // namespace strait::simulation
