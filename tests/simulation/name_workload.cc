#include "name_workload.h"

#include <utility>

namespace strait::simulation {

NameWorkload::NameWorkload(SimulatedExecutor& executor, SimulatedClient& client, Random& random,
                           std::uint32_t number, std::uint32_t operations, Complain complain)
    : executor_(executor),
      client_(client),
      random_(random),
      number_(number),
      complain_(std::move(complain)),
      left_(operations) {}

std::string NameWorkload::path_of(std::uint64_t number) const {
  return fmt::format("own-{}-{}", number_, number);
}

void NameWorkload::schedule_next() {
  if (left_ == 0) return;
  executor_.post_at(executor_.clock().now() + std::chrono::microseconds(random_.below(3000)),
                    [this] {
                      if (!open_) issue();
                      schedule_next();
                    });
}

void NameWorkload::issue() {
  --left_;
  const std::string path = path_of(random_.below(kNames));
  switch (random_.below(4)) {
    case 0:
      return create(path);
    case 1:
      return remove(path);
    case 2:
      return rename(path, path_of(random_.below(kNames)));
    default:
      return make_directory(path);
  }
}

template <class Args>
std::shared_ptr<SimCall> NameWorkload::call(wire::Operation operation, Args args) {
  return std::make_shared<SimCall>(rpc::Call::Traits{.operation = operation, .idempotent = false},
                                   [args](const rpc::SendContext& context) mutable {
                                     args.replay = {context.replay_number, context.answered_up_to};
                                     return wire::encode(wire::RequestHead{}, args);
                                   });
}

void NameWorkload::submit(std::shared_ptr<SimCall> call, std::optional<ErrorKind> expected,
                          std::string what, std::function<void()> done) {
  open_ = true;
  call->end = [this, expected, what = std::move(what),
               done = std::move(done)](const std::optional<Error>& error) {
    open_ = false;
    if (error && (!expected || error->kind != *expected))
      return complain_(what + " failed: " + to_string(*error));
    if (!error && expected)
      return complain_(fmt::format("{} succeeded; expected {}", what, name_of(*expected)));
    if (!error) done();
  };
  client_.submit(std::move(call));
}

void NameWorkload::create(const std::string& path) {
  wire::CreateArgs args;
  args.name = wire::PathName{"data", path};
  args.how = wire::CreateMode::exclusive;
  const auto request = call(wire::Operation::create, args);
  const auto handle = std::make_shared<wire::Handle>();
  request->take = [handle](wire::XdrDecoder& results) -> Status {
    STRAIT_ASSIGN(const auto made, results.take<wire::CreateResults>());
    *handle = made.file;
    return {};
  };
  const auto expected = names_.contains(path) ? std::optional(ErrorKind::exists) : std::nullopt;
  submit(request, expected, "CREATE " + path,
         [this, path, handle] { names_[path] = {.handle = *handle}; });
}

void NameWorkload::make_directory(const std::string& path) {
  wire::MkdirArgs args;
  args.name = wire::PathName{"data", path};
  args.mode = 0755;
  const auto expected = names_.contains(path) ? std::optional(ErrorKind::exists) : std::nullopt;
  submit(call(wire::Operation::mkdir, args), expected, "MKDIR " + path,
         [this, path] { names_[path] = {.handle = std::nullopt, .directory = true}; });
}

void NameWorkload::remove(const std::string& path) {
  wire::RemoveArgs args;
  args.name = wire::PathName{"data", path};
  const auto found = names_.find(path);
  if (found != names_.end()) args.expected = found->second.handle;
  const auto expected = found == names_.end() ? std::optional(ErrorKind::not_found) : std::nullopt;
  submit(call(wire::Operation::remove, args), expected, "REMOVE " + path,
         [this, path] { names_.erase(path); });
}

void NameWorkload::rename(const std::string& from, const std::string& to) {
  wire::RenameArgs args;
  args.from = wire::PathName{"data", from};
  args.to = wire::PathName{"data", to};
  const auto source = names_.find(from);
  const auto target = names_.find(to);
  if (from == to) return;
  std::optional<ErrorKind> expected;
  if (source == names_.end()) {
    expected = ErrorKind::not_found;
  } else {
    args.expected = source->second.handle;
    if (target != names_.end() && target->second.directory != source->second.directory) {
      expected = target->second.directory ? ErrorKind::is_a_directory : ErrorKind::not_a_directory;
    }
  }
  submit(call(wire::Operation::rename, args), expected, "RENAME " + from + " to " + to,
         [this, from, to] {
           names_[to] = names_[from];
           names_.erase(from);
         });
}

void NameWorkload::check_disk(DataSite& site) {
  for (std::uint64_t i = 0; i < kNames; ++i) {
    const std::string path = path_of(i);
    const bool there =
        site.disk().lookup({.parent = std::nullopt, .path = path}, false).has_value();
    if (there != names_.contains(path))
      complain_(fmt::format("{} {} on the disk", path, there ? "is" : "is not"));
  }
}

}  // namespace strait::simulation
