#include "storage/memory/tree.h"

#include <deque>
#include <vector>

#include "storage/names.h"

namespace strait::storage {
namespace {

Error escapes(std::string_view path) {
  return error(ErrorKind::permission_denied, "{}: leads out of the export", path);
}

Error not_found(std::string_view path) {
  return error(ErrorKind::not_found, "{}: no such name", path);
}

Error not_a_directory(std::string_view path) {
  return error(ErrorKind::not_a_directory, "{}: not a directory", path);
}

}  // namespace

Tree::Tree(std::uint64_t capacity_bytes, bool durability)
    : durability_(durability), budget_(capacity_bytes) {
  const auto root = make(ObjectKind::directory);
  root->parent = kRoot;
  root->links = root->committed_links = 1;
  root->mode = 0755;
}

std::shared_ptr<Node> Tree::find(NodeNumber number) const {
  const auto found = nodes_.find(number);
  return found != nodes_.end() && found->second->links > 0 ? found->second : nullptr;
}

Result<std::shared_ptr<Node>> Tree::walk(NodeNumber from, std::string_view path,
                                         bool follow) const {
  STRAIT_TRY(check_path(path));
  std::deque<std::string> rest;
  for (const std::string_view part : components_of(path)) rest.emplace_back(part);
  bool directory_wanted = path.ends_with('/');
  std::shared_ptr<Node> at = find(from);
  if (!at) return error(ErrorKind::stale, "{}: its directory is gone", path);
  if (at->kind != ObjectKind::directory) return not_a_directory(path);

  for (int links = 0; !rest.empty();) {
    if (at->kind != ObjectKind::directory) return not_a_directory(path);
    const std::string part = std::move(rest.front());
    rest.pop_front();
    if (part == ".") continue;
    if (part == "..") {
      if (at->number == kRoot) return escapes(path);
      at = find(at->parent);
      continue;
    }
    const auto slot = at->entries.find(part);
    if (slot == at->entries.end()) return not_found(path);
    const std::shared_ptr<Node> next = find(slot->second.node);
    const bool last = rest.empty();
    if (next->kind != ObjectKind::symlink || (last && !follow && !directory_wanted)) {
      at = next;
      continue;
    }
    if (++links > kSymlinksMax) {
      return error(ErrorKind::permission_denied, "{}: too many symbolic links", path);
    }
    if (next->target.starts_with('/')) return escapes(path);
    if (next->target.ends_with('/') && last) directory_wanted = true;
    const auto parts = components_of(next->target);
    rest.insert(rest.begin(), parts.begin(), parts.end());
  }
  if (directory_wanted && at->kind != ObjectKind::directory) return not_a_directory(path);
  return at;
}

Result<Tree::Place> Tree::place(NodeNumber from, std::string_view path) const {
  STRAIT_TRY(check_path(path));
  const SplitPath parts = split(path);
  Place made;
  STRAIT_ASSIGN(made.directory, walk(from, parts.directory, true));
  if (made.directory->kind != ObjectKind::directory) return not_a_directory(path);
  made.name = parts.last;
  made.trailing_slash = parts.trailing_slash;
  return made;
}

std::shared_ptr<Node> Tree::child(const Place& place) const {
  const auto slot = place.directory->entries.find(place.name);
  return slot == place.directory->entries.end() ? nullptr : find(slot->second.node);
}

std::shared_ptr<Node> Tree::make(ObjectKind kind) {
  auto node = std::make_shared<Node>(++last_, kind, budget_, durability_);
  nodes_.emplace(node->number, node);
  return node;
}

void Tree::link(const Place& place, Node& node) {
  Node& directory = *place.directory;
  const std::uint64_t cookie = ++directory.cookie_last;
  directory.entries[place.name] = {node.number, cookie};
  directory.order[cookie] = place.name;
  ++node.links;
  if (node.kind == ObjectKind::directory) node.parent = directory.number;
  if (durability_) node.uncommitted_names.emplace(directory.number, place.name);
}

void Tree::unlink(const Place& place, Node& node) {
  Node& directory = *place.directory;
  const auto slot = directory.entries.find(place.name);
  directory.order.erase(slot->second.cookie);
  directory.entries.erase(slot);
  --node.links;
  if (durability_) node.uncommitted_names.emplace(directory.number, place.name);
  forget_if_gone(node.number);
}

void Tree::forget_if_gone(NodeNumber number) {
  const auto found = nodes_.find(number);
  if (found == nodes_.end()) return;
  if (found->second->links == 0 && found->second->committed_links == 0) nodes_.erase(found);
}

bool Tree::is_within(NodeNumber node, NodeNumber directory) const {
  for (std::shared_ptr<Node> at = find(node); at; at = find(at->parent)) {
    if (at->number == directory) return true;
    if (at->number == kRoot) return false;
  }
  return false;
}

void Tree::commit_name(NodeNumber directory, const std::string& name) {
  const auto found = nodes_.find(directory);
  if (found == nodes_.end()) return;
  Node& holder = *found->second;
  const auto live = holder.entries.find(name);
  const NodeNumber now = live == holder.entries.end() ? 0 : live->second.node;
  const auto committed = holder.committed_entries.find(name);
  const NodeNumber before = committed == holder.committed_entries.end() ? 0 : committed->second;
  if (now == before) return;
  if (now != 0) {
    ++nodes_.at(now)->committed_links;
    holder.committed_entries[name] = now;
  } else {
    holder.committed_entries.erase(committed);
  }
  if (before != 0) {
    --nodes_.at(before)->committed_links;
    forget_if_gone(before);
  }
}

void Tree::commit_names(Node& node) {
  if (!durability_) return;
  if (node.kind == ObjectKind::directory) {
    std::set<std::string> names;
    for (const auto& [name, slot] : node.entries) names.insert(name);
    for (const auto& [name, child] : node.committed_entries) names.insert(name);
    for (const std::string& name : names) commit_name(node.number, name);
  }
  // A name is only there if the directories above it are: upwards until nothing is uncommitted.
  std::vector<NodeNumber> pending{node.number};
  while (!pending.empty()) {
    const auto found = nodes_.find(pending.back());
    pending.pop_back();
    if (found == nodes_.end()) continue;
    const std::shared_ptr<Node> at = found->second;
    for (const auto& [directory, name] : std::exchange(at->uncommitted_names, {})) {
      commit_name(directory, name);
      pending.push_back(directory);
    }
  }
}

void Tree::power_cut() {
  if (!durability_) return;
  for (auto& [number, node] : nodes_) node->links = number == kRoot ? 1 : 0;
  std::vector<NodeNumber> reached{kRoot};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    Node& directory = *nodes_.at(reached[i]);
    directory.entries.clear();
    directory.order.clear();
    for (const auto& [name, number] : directory.committed_entries) {
      Node& node = *nodes_.at(number);
      const std::uint64_t cookie = ++directory.cookie_last;
      directory.entries[name] = {number, cookie};
      directory.order[cookie] = name;
      if (node.kind == ObjectKind::directory) node.parent = directory.number;
      if (++node.links == 1 && node.kind == ObjectKind::directory) reached.push_back(number);
    }
  }
  std::erase_if(nodes_, [](const auto& item) { return item.second->links == 0; });
  for (auto& [number, node] : nodes_) {
    node->uncommitted_names.clear();
    node->committed_links = node->links;
    node->data.power_cut();
  }
}

}  // namespace strait::storage
