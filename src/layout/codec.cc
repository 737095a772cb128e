#include "layout/codec.h"

namespace strait::layout {

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kEmpty = 0;  // the root of a type without bytes; otherwise a Kind
constexpr std::uint64_t kHeadBytes = 4 + 3 * 8;

class Writer {
 public:
  explicit Writer(std::size_t size) { bytes_.reserve(size); }

  void word(std::uint32_t value) { put(value, 4); }
  void hyper(std::uint64_t value) { put(value, 8); }
  void hyper(std::int64_t value) { put(static_cast<std::uint64_t>(value), 8); }
  std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  void put(std::uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<std::byte>(value >> shift));
  }

  std::vector<std::byte> bytes_;
};

void write(Writer& to, const Node& node) {
  to.word(static_cast<std::uint32_t>(node.kind));
  if (node.kind == Kind::bytes) return to.hyper(node.shape.size);
  if (node.kind == Kind::strided) {
    to.hyper(node.count);
    to.hyper(node.stride);
    return write(to, *node.child);
  }
  if (node.kind == Kind::indexed) to.hyper(node.stride);
  to.word(static_cast<std::uint32_t>(node.at.size()));
  for (std::size_t i = 0; i < node.at.size(); ++i) {
    to.hyper(node.at[i]);
    if (node.kind == Kind::runs || node.kind == Kind::indexed)
      to.hyper(node.before[i + 1] - node.before[i]);
    if (node.kind == Kind::structure) write(to, *node.children[i]);
  }
  if (node.child) write(to, *node.child);
}

Error malformed(std::string_view what) {
  return error(ErrorKind::protocol, "not a layout: {}", what);
}

class Reader {
 public:
  Reader(ConstBytes form, const WireLimits& limits) : left_(form), limits_(limits) {}

  Result<std::uint32_t> word() {
    STRAIT_ASSIGN(const std::uint64_t value, take(4));
    return static_cast<std::uint32_t>(value);
  }
  Result<std::int64_t> hyper() {
    STRAIT_ASSIGN(const std::uint64_t value, take(8));
    return static_cast<std::int64_t>(value);
  }
  // A count or a length: never 0.
  Result<std::uint64_t> positive() {
    STRAIT_ASSIGN(const std::uint64_t value, take(8));
    if (value == 0) return malformed("a count or a length is 0");
    return value;
  }
  // A number of entries of at least `entry_bytes` each, all of which must be there.
  Result<std::size_t> entries(std::size_t entry_bytes) {
    STRAIT_ASSIGN(const std::uint32_t n, word());
    if (n == 0) return malformed("a list has no entries");
    if (n > left_.size() / entry_bytes) return malformed("a list is longer than the message");
    return n;
  }

  bool at_end() const { return left_.empty(); }
  Result<NodeRef> node(std::uint32_t depth);

 private:
  Result<std::uint64_t> take(std::size_t size) {
    if (left_.size() < size) return malformed("it ends too early");
    std::uint64_t value = 0;
    for (const std::byte b : left_.first(size)) value = value << 8 | std::to_integer<unsigned>(b);
    left_ = left_.subspan(size);
    return value;
  }
  Status offset(std::vector<std::int64_t>& at) {
    STRAIT_ASSIGN(const std::int64_t value, hyper());
    if (at.empty() && value != 0) return malformed("the first offset of a list is not 0");
    at.push_back(value);
    return {};
  }

  Result<NodeRef> strided(std::uint32_t depth);
  Result<NodeRef> scattered(std::uint32_t depth);
  Result<NodeRef> runs_or_indexed(Kind kind, std::uint32_t depth);
  Result<NodeRef> structure(std::uint32_t depth);

  ConstBytes left_;
  const WireLimits& limits_;
  std::uint64_t nodes_ = 0;
};

Result<NodeRef> Reader::strided(std::uint32_t depth) {
  STRAIT_ASSIGN(const std::uint64_t count, positive());
  STRAIT_ASSIGN(const std::int64_t stride, hyper());
  STRAIT_ASSIGN(NodeRef child, node(depth + 1));
  return make_strided(count, stride, std::move(child));
}

Result<NodeRef> Reader::scattered(std::uint32_t depth) {
  STRAIT_ASSIGN(const std::size_t n, entries(8));
  std::vector<std::int64_t> at;
  at.reserve(n);
  for (std::size_t i = 0; i < n; ++i) STRAIT_TRY(offset(at));
  STRAIT_ASSIGN(NodeRef child, node(depth + 1));
  return make_scattered(std::move(at), std::move(child));
}

Result<NodeRef> Reader::runs_or_indexed(Kind kind, std::uint32_t depth) {
  std::int64_t stride = 0;
  if (kind == Kind::indexed) {
    STRAIT_ASSIGN(stride, hyper());
  }
  STRAIT_ASSIGN(const std::size_t n, entries(16));
  std::vector<std::int64_t> at;
  std::vector<std::uint64_t> counts;
  at.reserve(n);
  counts.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    STRAIT_TRY(offset(at));
    STRAIT_ASSIGN(const std::uint64_t count, positive());
    counts.push_back(count);
  }
  if (kind == Kind::runs) return make_runs(std::move(at), std::move(counts));
  STRAIT_ASSIGN(NodeRef child, node(depth + 1));
  return make_indexed(std::move(at), std::move(counts), stride, std::move(child));
}

Result<NodeRef> Reader::structure(std::uint32_t depth) {
  constexpr std::size_t kSmallestField = 8 + 12;  // an offset, and bytes
  STRAIT_ASSIGN(const std::size_t n, entries(kSmallestField));
  std::vector<std::int64_t> at;
  std::vector<NodeRef> children;
  for (std::size_t i = 0; i < n; ++i) {
    STRAIT_TRY(offset(at));
    STRAIT_ASSIGN(NodeRef child, node(depth + 1));
    children.push_back(std::move(child));
  }
  return make_structure(std::move(at), std::move(children));
}

Result<NodeRef> Reader::node(std::uint32_t depth) {
  if (depth > limits_.depth_max)
    return error(ErrorKind::invalid_argument, "the layout is nested more than {} levels deep",
                 limits_.depth_max);
  if (++nodes_ > limits_.nodes_max)
    return error(ErrorKind::invalid_argument, "the layout has more than {} nodes",
                 limits_.nodes_max);
  STRAIT_ASSIGN(const std::uint32_t kind, word());
  switch (static_cast<Kind>(kind)) {
    case Kind::bytes: {
      STRAIT_ASSIGN(const std::uint64_t length, positive());
      return make_bytes(length);
    }
    case Kind::strided:
      return strided(depth);
    case Kind::scattered:
      return scattered(depth);
    case Kind::runs:
    case Kind::indexed:
      return runs_or_indexed(static_cast<Kind>(kind), depth);
    case Kind::structure:
      return structure(depth);
  }
  if (kind == kEmpty && depth == 1) return NodeRef();
  return malformed("a node of no known kind");
}

}  // namespace

std::uint64_t wire_size(const Type& type) {
  return kHeadBytes + (type.empty() ? 4 : type.tree()->wire_bytes);
}

Result<std::vector<std::byte>> encode(const Type& type, const WireLimits& limits) {
  if (wire_size(type) > limits.bytes_max || type.depth() > limits.depth_max ||
      type.node_count() > limits.nodes_max)
    return error(ErrorKind::invalid_argument,
                 "the layout is too large to be sent: {} bytes, {} levels, {} nodes",
                 wire_size(type), type.depth(), type.node_count());
  Writer to(wire_size(type));
  to.word(kVersion);
  to.hyper(type.origin());
  to.hyper(type.lower_bound());
  to.hyper(type.extent());
  if (type.empty())
    to.word(kEmpty);
  else
    write(to, *type.tree());
  return std::move(to).take();
}

Result<Type> decode(ConstBytes form, const WireLimits& limits) {
  if (form.size() > limits.bytes_max)
    return error(ErrorKind::invalid_argument, "the layout has {} bytes, more than {}", form.size(),
                 limits.bytes_max);
  Reader from(form, limits);
  STRAIT_ASSIGN(const std::uint32_t version, from.word());
  if (version != kVersion) return malformed("unknown version");
  STRAIT_ASSIGN(const std::int64_t origin, from.hyper());
  STRAIT_ASSIGN(const std::int64_t lower_bound, from.hyper());
  STRAIT_ASSIGN(const std::int64_t extent, from.hyper());
  STRAIT_ASSIGN(NodeRef tree, from.node(1));
  if (!from.at_end()) return malformed("bytes follow its end");
  if (!tree && origin != 0) return malformed("an empty layout with an origin");
  return Type::of_parts(std::move(tree), origin, lower_bound, extent);
}

}  // namespace strait::layout
