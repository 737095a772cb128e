// The name space of the memory driver: nodes by number, directories, links, and how names are
// walked. Beside the live entries it keeps those that commits have covered, for power_cut(). Not
// thread-safe: the driver's tree lock guards everything here except what a Node guards itself.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "storage/memory/file_data.h"
#include "storage/object.h"

namespace strait::storage {

using NodeNumber = std::uint64_t;

struct Node {
  Node(NodeNumber n, ObjectKind k, ChunkBudget& budget, bool durability)
      : number(n), kind(k), data(budget, durability) {}

  const NodeNumber number;
  const ObjectKind kind;
  std::string target;  // of a symbolic link; constant after it was made

  // Guarded by the tree lock.
  struct Slot {
    NodeNumber node = 0;
    std::uint64_t cookie = 0;  // grows with each entry made in the directory
  };
  std::map<std::string, Slot, std::less<>> entries;
  std::map<std::uint64_t, std::string> order;  // names by cookie
  std::uint64_t cookie_last = 0;
  NodeNumber parent = 0;  // of a directory
  std::uint32_t links = 0;
  std::map<std::string, NodeNumber, std::less<>> committed_entries;
  std::uint32_t committed_links = 0;
  std::set<std::pair<NodeNumber, std::string>> uncommitted_names;  // (directory, name) of this node

  // Guarded by `mutex`; taken after the tree lock where both are needed.
  mutable std::shared_mutex mutex;
  FileData data;
  std::uint32_t mode = 0, uid = 0, gid = 0;
  std::uint64_t change = 0;
  Timestamp accessed, modified, changed;
};

class Tree {
 public:
  Tree(std::uint64_t capacity_bytes, bool durability);

  NodeNumber root() const { return kRoot; }
  // Nothing if the node has no name any more.
  std::shared_ptr<Node> find(NodeNumber number) const;

  // Where a name leads. `follow` is about the last component; links on the way are always followed.
  Result<std::shared_ptr<Node>> walk(NodeNumber from, std::string_view path, bool follow) const;
  // A name to be made or removed: its directory, which exists, and the last component.
  struct Place {
    std::shared_ptr<Node> directory;
    std::string name;
    bool trailing_slash = false;
  };
  Result<Place> place(NodeNumber from, std::string_view path) const;
  std::shared_ptr<Node> child(const Place& place) const;  // may be nothing

  std::shared_ptr<Node> make(ObjectKind kind);
  void link(const Place& place, Node& node);
  void unlink(const Place& place, Node& node);
  bool is_within(NodeNumber node, NodeNumber directory) const;

  // The node's names become committed, and those of the directories above it; for a directory also
  // all names in it.
  void commit_names(Node& node);
  void power_cut();

 private:
  static constexpr NodeNumber kRoot = 1;

  void commit_name(NodeNumber directory, const std::string& name);
  void forget_if_gone(NodeNumber number);

  const bool durability_;
  ChunkBudget budget_;
  NodeNumber last_ = 0;
  std::unordered_map<NodeNumber, std::shared_ptr<Node>> nodes_;
};

}  // namespace strait::storage
