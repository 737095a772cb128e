#include "data_workload.h"

#include <algorithm>
#include <utility>

namespace strait::simulation {

using wire::Durability;

DataWorkload::DataWorkload(SimulatedExecutor& executor, SimulatedClient& client, Random& random,
                           Shape shape, const std::vector<DataFile>& files, Complain complain)
    : executor_(executor),
      client_(client),
      random_(random),
      shape_(shape),
      complain_(std::move(complain)) {
  for (const DataFile& file : files) files_.push_back({.file = &file});
}

void DataWorkload::schedule_next() {
  const auto pause = std::chrono::microseconds(random_.below(2000));
  executor_.post_at(executor_.clock().now() + pause, [this] {
    if (open_ < kOpenMax) issue();
    if (issued_ < shape_.operations) return schedule_next();
    // As a program closes its files: what was only received is not sure to survive otherwise.
    for (OwnFile& own : files_) commit(own, issued_, Durability::written);
  });
}

void DataWorkload::issue() {
  OwnFile& own = files_[random_.below(files_.size())];
  const std::uint64_t operation = ++issued_;
  const std::uint64_t kind = random_.below(10);
  if (kind < 6) {
    write(own, operation);
  } else if (kind < 9) {
    read(own);
  } else {
    commit(own, operation, random_.chance(1, 3) ? Durability::written : Durability::committed);
  }
}

// Own bytes lie in blocks, those of the other clients between them.
std::vector<Extent> DataWorkload::extents(std::size_t begin, std::size_t end) const {
  std::vector<Extent> out;
  while (begin < end) {
    const std::size_t block = begin / kBlock;
    const std::size_t stop = std::min(end, (block + 1) * kBlock);
    out.push_back(
        {(block * shape_.clients + shape_.client) * kBlock + begin % kBlock, stop - begin});
    begin = stop;
  }
  return out;
}

rpc::Footprint DataWorkload::footprint(const OwnFile& own, std::size_t begin, std::size_t end,
                                       bool writes) const {
  const auto list = extents(begin, end);
  return rpc::Footprint::range(own.file->handle, list.front().offset, list.back().end(), writes);
}

void DataWorkload::submit(std::shared_ptr<SimCall> call,
                          std::function<void(std::optional<Error>)> end) {
  ++open_;
  call->end = [this, end = std::move(end)](std::optional<Error> error) {
    --open_;
    end(std::move(error));
  };
  client_.submit(std::move(call));
}

void DataWorkload::write(OwnFile& own, std::uint64_t operation) {
  const std::size_t begin = random_.below(kBytes - 1);
  const std::size_t end = begin + 1 + random_.below(std::min<std::size_t>(kBytes - begin, 200));
  const auto value = static_cast<ShadowFile::Value>(1 + operation % 255);
  const Durability wanted = static_cast<Durability>(1 + random_.below(3));
  const bool atomic = random_.chance(1, 8);
  const auto call = std::make_shared<SimCall>(
      rpc::Call::Traits{.operation = wire::Operation::write,
                        .footprint = footprint(own, begin, end, true),
                        .payload_bytes = end - begin,
                        .write = true,
                        .received_only = wanted == Durability::received},
      [this, handle = own.file->handle, list = extents(begin, end), wanted,
       atomic](const rpc::SendContext& context) {
        wire::WriteArgs args;
        args.file = handle;
        args.flags = atomic ? wire::kAccessAtomic : 0;
        args.sequence = context.sequence;
        args.wanted = wanted;
        args.target = wire::ExtentList{list};
        return wire::encode(wire::RequestHead{.rank = static_cast<std::int32_t>(shape_.client)},
                            args);
      });
  call->out.assign(end - begin, static_cast<std::byte>(value));
  own.shadow.write_issued(operation, begin, end, value);
  SimCall* const raw = call.get();
  submit(call, [this, &own, operation, begin, end, raw](const std::optional<Error>& error) {
    if (error) return complain(own, "a write failed: " + error->what);
    own.shadow.write_done(operation, begin, end, raw->reached != Durability::received);
  });
}

void DataWorkload::read(OwnFile& own) {
  const std::size_t begin = random_.below(kBytes - 1);
  const std::size_t end = begin + 1 + random_.below(std::min<std::size_t>(kBytes - begin, 200));
  const auto open =
      std::make_shared<OpenRead>(OpenRead{&own, begin, own.shadow.snapshot(begin, end)});
  reads_.push_back(open);
  const auto call = std::make_shared<SimCall>(
      rpc::Call::Traits{.operation = wire::Operation::read,
                        .footprint = footprint(own, begin, end, false),
                        .payload_bytes = end - begin},
      [handle = own.file->handle, list = extents(begin, end)](const rpc::SendContext&) {
        wire::ReadArgs args;
        args.file = handle;
        args.target = wire::ExtentList{list};
        return wire::encode(wire::RequestHead{}, args);
      });
  call->in.resize(end - begin);
  SimCall* const raw = call.get();
  submit(call, [this, open, raw](const std::optional<Error>& error) {
    std::erase(reads_, open);
    if (error) return complain(*open->file, "a read failed: " + error->what);
    for (std::size_t i = 0; i < raw->in.size(); ++i) {
      const auto got = static_cast<ShadowFile::Value>(raw->in[i]);
      if (!open->expected[i] || *open->expected[i] == got) continue;
      return complain(*open->file, fmt::format("a read shows {} at its byte {}, written as {}", got,
                                               open->begin + i, *open->expected[i]));
    }
  });
}

void DataWorkload::commit(OwnFile& own, std::uint64_t operation, Durability level) {
  const auto call = std::make_shared<SimCall>(
      rpc::Call::Traits{.operation = wire::Operation::commit,
                        .footprint = rpc::Footprint::whole(own.file->handle, true),
                        .commit = true,
                        .to_medium = level == Durability::committed},
      [handle = own.file->handle, level](const rpc::SendContext&) {
        return wire::encode(wire::RequestHead{}, wire::CommitArgs{handle, level});
      });
  submit(call, [this, &own, operation, level](const std::optional<Error>& error) {
    const bool must = std::exchange(own.commit_must_fail, false);
    const bool may = std::exchange(own.commit_may_fail, false);
    if (error && !must && !may)
      return complain(own, "a commit failed, and nothing was lost: " + error->what);
    if (!error && must)
      return complain(own, "a commit succeeded though the host had lost what was written");
    if (!error && level == Durability::committed) own.shadow.committed(operation);
  });
}

std::vector<ShadowFile::Value> DataWorkload::disk_bytes(DataSite& site, const OwnFile& own) const {
  std::vector<ShadowFile::Value> out(kBytes);
  const auto entry = site.disk().lookup({.parent = std::nullopt, .path = own.file->path}, true);
  if (!entry) return out;
  for (std::size_t i = 0; i < kBytes; ++i) {
    const Extent place = extents(i, i + 1).front();
    const Strip where{place.offset, place.length};
    (void)site.disk().read(entry->object, {&where, 1},
                           std::as_writable_bytes(std::span(&out[i], 1)), {});
  }
  return out;
}

void DataWorkload::power_was_cut(DataSite& site) {
  for (OwnFile& own : files_) {
    const auto damage = own.shadow.power_cut(disk_bytes(site, own));
    if (damage.wrong)
      complain(own, fmt::format("after a power cut its byte {} is neither committed nor later",
                                *damage.wrong));
    own.commit_must_fail |= damage.acknowledged;
    own.commit_may_fail |= damage.received;
    for (const auto& open : reads_) {
      if (open->file != &own) continue;
      const auto now = own.shadow.snapshot(open->begin, open->begin + open->expected.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (!now[i]) open->expected[i].reset();
      }
    }
  }
}

void DataWorkload::check_disk(DataSite& site) {
  for (OwnFile& own : files_) {
    const auto disk = disk_bytes(site, own);
    const auto expected = own.shadow.snapshot(0, kBytes);
    for (std::size_t i = 0; i < kBytes; ++i) {
      if (!expected[i] || *expected[i] == disk[i]) continue;
      complain(own, fmt::format("the disk holds {} at its byte {}, acknowledged as {}", disk[i], i,
                                *expected[i]));
      break;
    }
  }
}

void DataWorkload::complain(const OwnFile& own, const std::string& what) {
  complain_(fmt::format("client {}, {}: {}", shape_.client, own.file->path, what));
}

}  // namespace strait::simulation
