#include "name_workload.h"

#include <utility>

namespace strait::simulation {

NameWorkload::NameWorkload(SimulatedExecutor& executor, SimulatedClient& client, Random& random,
                           DataSite& site, std::uint32_t number, std::uint32_t operations,
                           Complain complain)
    : executor_(executor),
      client_(client),
      random_(random),
      site_(site),
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
  for (std::uint64_t i = random_.below(3); i > 0; --i) write(path);
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

// `taken`: the file that loses this name.
template <class Args>
std::shared_ptr<SimCall> NameWorkload::call(wire::Operation operation, Args args,
                                            const std::optional<wire::Handle>& taken) {
  return std::make_shared<SimCall>(
      rpc::Call::Traits{.operation = operation,
                        .footprint = taken ? rpc::Footprint::whole(*taken, true) : rpc::Footprint{},
                        .idempotent = false},
      [args](const rpc::SendContext& context) mutable {
        args.replay = {context.replay_number, context.answered_up_to};
        return wire::encode(wire::RequestHead{}, args);
      });
}

// All of the file; nobody waits for it.
void NameWorkload::write(const std::string& path) {
  const auto found = names_.find(path);
  if (found == names_.end() || !found->second.handle) return;
  const auto wanted = static_cast<wire::Durability>(1 + random_.below(2));
  const auto call = std::make_shared<SimCall>(
      rpc::Call::Traits{.operation = wire::Operation::write,
                        .footprint = rpc::Footprint::range(*found->second.handle, 0, kBytes, true),
                        .payload_bytes = kBytes,
                        .write = true,
                        .received_only = wanted == wire::Durability::received},
      [handle = *found->second.handle, wanted](const rpc::SendContext& context) {
        wire::WriteArgs args;
        args.file = handle;
        args.sequence = context.sequence;
        args.wanted = wanted;
        args.target = wire::ExtentList{{Extent{0, kBytes}}};
        return wire::encode(wire::RequestHead{}, args);
      });
  found->second.contents = static_cast<std::byte>(1 + random_.below(255));
  call->out.assign(kBytes, found->second.contents);
  ++writes_;
  call->end = [this, path](const std::optional<Error>& error) {
    --writes_;
    if (error) complain_("writing to " + path + " failed: " + to_string(*error));
  };
  client_.submit(call);
}

// Now that the name has changed, every write to the file is on the disk.
void NameWorkload::check_contents(const std::string& path) {
  const Entry& entry = names_.at(path);
  if (entry.directory) return;
  const auto found = site_.disk().lookup({.parent = std::nullopt, .path = path}, false);
  if (!found) return complain_(path + " is not on the disk");
  std::vector<std::byte> bytes(kBytes);
  const Strip all{0, kBytes};
  (void)site_.disk().read(found->object, {&all, 1}, bytes, {});
  for (const std::byte b : bytes) {
    if (b != entry.contents)
      return complain_("the name of " + path + " changed before what was written to it arrived");
  }
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
         [this, path, handle] { names_[path] = {.handle = *handle, .contents = {}}; });
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
  submit(call(wire::Operation::remove, args, args.expected), expected, "REMOVE " + path,
         [this, path] { names_.erase(path); });
}

void NameWorkload::rename(const std::string& from, const std::string& to) {
  wire::RenameArgs args;
  args.from = wire::PathName{"data", from};
  args.to = wire::PathName{"data", to};
  const auto source = names_.find(from);
  const auto target = names_.find(to);
  if (from == to) return;
  // What is replaced must not be written to any more: the request can wait for one file only.
  if (target != names_.end() && writes_ != 0) return;
  std::optional<ErrorKind> expected;
  if (source == names_.end()) {
    expected = ErrorKind::not_found;
  } else {
    args.expected = source->second.handle;
    if (target != names_.end() && target->second.directory != source->second.directory) {
      expected = target->second.directory ? ErrorKind::is_a_directory : ErrorKind::not_a_directory;
    }
  }
  submit(call(wire::Operation::rename, args, args.expected), expected,
         "RENAME " + from + " to " + to, [this, from, to] {
           names_[to] = names_[from];
           names_.erase(from);
           check_contents(to);
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
