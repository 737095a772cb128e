// The C API's data calls: list I/O.
#include <cstdint>
#include <memory>
#include <vector>

#include "capi/outcome.h"
#include "capi/server.h"

using strait::ErrorKind;
using strait::Extent;
using strait::Result;
using strait::Status;
using strait::capi::access_flags;
using strait::capi::call_hints;
using strait::capi::file_of;
using strait::capi::guarded;
namespace client = strait::client;
namespace layout = strait::layout;

struct strait_request {
  client::Operation operation;
};

namespace {

// Where the bytes are at home: one buffer is dense memory, several are a datatype of absolute
// addresses (as a program would build one on MPI_BOTTOM).
class BufferList {
 public:
  static Result<BufferList> create(std::size_t count, const strait_buffer* buffers) {
    BufferList list;
    if (count == 1) {
      list.memory_ = client::Memory::dense(buffers[0].start, buffers[0].size);
      return list;
    }
    std::vector<layout::Block> blocks;
    blocks.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto address = reinterpret_cast<std::intptr_t>(buffers[i].start);
      blocks.push_back({.displacement = address, .count = buffers[i].size});
    }
    STRAIT_ASSIGN(const layout::Type byte, layout::Type::elementary(1));
    STRAIT_ASSIGN(list.type_, layout::Type::indexed(blocks, byte));
    list.many_ = true;
    return list;
  }

  client::Memory memory() const {
    return many_ ? client::Memory::typed(nullptr, type_, 1) : memory_;
  }

 private:
  client::Memory memory_;
  layout::Type type_;
  bool many_ = false;
};

std::vector<Extent> extents_of(std::size_t count, const strait_region* regions) {
  std::vector<Extent> extents;
  extents.reserve(count);
  for (std::size_t i = 0; i < count; ++i) extents.push_back({regions[i].offset, regions[i].size});
  return extents;
}

Result<client::Operation> start(bool write, strait_server& server, const strait_handle& handle,
                                std::size_t buffer_count, const strait_buffer* buffers,
                                std::size_t region_count, const strait_region* regions,
                                const strait_hint* hints) {
  STRAIT_ASSIGN(const BufferList list, BufferList::create(buffer_count, buffers));
  const std::vector<Extent> extents = extents_of(region_count, regions);
  const client::Region region{std::span<const Extent>(extents)};
  const client::File file = file_of(server, handle);
  if (write) return file.start_write(region, list.memory(), call_hints(hints), access_flags(hints));
  return file.start_read(region, list.memory(), call_hints(hints), access_flags(hints));
}

int blocking(bool write, strait_server* server, const strait_handle* handle,
             std::size_t buffer_count, const strait_buffer* buffers, std::size_t region_count,
             const strait_region* regions, uint64_t* done, const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(client::Operation operation, start(write, *server, *handle, buffer_count, buffers,
                                                     region_count, regions, hints));
    STRAIT_ASSIGN(const client::Transfer transfer, operation.wait());
    if (done != nullptr) *done = transfer.count;
    return {};
  });
}

int nonblocking(bool write, strait_server* server, const strait_handle* handle,
                std::size_t buffer_count, const strait_buffer* buffers, std::size_t region_count,
                const strait_region* regions, strait_request** request, const strait_hint* hints) {
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(client::Operation operation, start(write, *server, *handle, buffer_count, buffers,
                                                     region_count, regions, hints));
    operation.detach();
    *request = new strait_request{std::move(operation)};
    return {};
  });
}

}  // namespace

extern "C" {

int strait_read(strait_server* server, const strait_handle* handle, size_t buffer_count,
                const strait_buffer* buffers, size_t region_count, const strait_region* regions,
                uint64_t* done, const strait_hint* hints) {
  return blocking(false, server, handle, buffer_count, buffers, region_count, regions, done, hints);
}

int strait_write(strait_server* server, const strait_handle* handle, size_t buffer_count,
                 const strait_buffer* buffers, size_t region_count, const strait_region* regions,
                 uint64_t* done, const strait_hint* hints) {
  return blocking(true, server, handle, buffer_count, buffers, region_count, regions, done, hints);
}

int strait_pread(strait_server* server, const strait_handle* handle, void* buffer, uint64_t size,
                 uint64_t offset, uint64_t* done, const strait_hint* hints) {
  const strait_buffer memory{buffer, size};
  const strait_region region{offset, size};
  return blocking(false, server, handle, 1, &memory, 1, &region, done, hints);
}

int strait_pwrite(strait_server* server, const strait_handle* handle, const void* buffer,
                  uint64_t size, uint64_t offset, uint64_t* done, const strait_hint* hints) {
  const strait_buffer memory{const_cast<void*>(buffer), size};  // written from, never to
  const strait_region region{offset, size};
  return blocking(true, server, handle, 1, &memory, 1, &region, done, hints);
}

int strait_iread(strait_server* server, const strait_handle* handle, size_t buffer_count,
                 const strait_buffer* buffers, size_t region_count, const strait_region* regions,
                 strait_request** request, const strait_hint* hints) {
  return nonblocking(false, server, handle, buffer_count, buffers, region_count, regions, request,
                     hints);
}

int strait_iwrite(strait_server* server, const strait_handle* handle, size_t buffer_count,
                  const strait_buffer* buffers, size_t region_count, const strait_region* regions,
                  strait_request** request, const strait_hint* hints) {
  return nonblocking(true, server, handle, buffer_count, buffers, region_count, regions, request,
                     hints);
}

int strait_wait(strait_request* request, uint64_t* done) {
  const std::unique_ptr<strait_request> owned(request);
  return guarded([&]() -> Status {
    STRAIT_ASSIGN(const client::Transfer transfer, request->operation.wait());
    if (done != nullptr) *done = transfer.count;
    return {};
  });
}

int strait_test(strait_request* request, int* finished) {
  return guarded([&]() -> Status {
    *finished = request->operation.test() ? 1 : 0;
    return {};
  });
}

int strait_cancel(strait_request* request) {
  return guarded([&]() -> Status {
    request->operation.cancel();
    return {};
  });
}

int strait_commit(strait_server* server, const strait_handle* handle, strait_durability level,
                  const strait_hint* hints) {
  return guarded([&]() -> Status {
    return file_of(*server, *handle)
        .commit(static_cast<strait::wire::Durability>(level), call_hints(hints));
  });
}
}
