#include "mpiio/file_table.h"

#include <array>
#include <atomic>
#include <mutex>

#include "mpiio/open_file.h"

namespace strait::mpiio {
namespace {

struct Slot {
  std::atomic<OpenFile*> file{nullptr};
};

// Slots are taken in turn, so that a handle that a program keeps after closing its file is not soon
// somebody else's.
constinit std::array<Slot, kOpenFilesMax> slots;
constinit std::mutex taking;
constinit std::size_t next_slot = 0;  // guarded by `taking`

Slot* slot_of(MPI_File handle) noexcept {
  const auto first = reinterpret_cast<std::uintptr_t>(slots.data());
  const auto distance = reinterpret_cast<std::uintptr_t>(handle) - first;
  return distance < sizeof(slots) && distance % sizeof(Slot) == 0 ? &slots[distance / sizeof(Slot)]
                                                                  : nullptr;
}

}  // namespace

OpenFile* find_file(MPI_File handle) noexcept {
  const Slot* slot = slot_of(handle);
  return slot != nullptr ? slot->file.load(std::memory_order_acquire) : nullptr;
}

bool is_our_handle(MPI_File handle) noexcept { return slot_of(handle) != nullptr; }

MPI_File enter_file(std::unique_ptr<OpenFile> file) noexcept {
  const std::lock_guard lock(taking);
  for (std::size_t tried = 0; tried < slots.size(); ++tried) {
    Slot& slot = slots[next_slot];
    next_slot = (next_slot + 1) % slots.size();
    if (slot.file.load(std::memory_order_relaxed) != nullptr) continue;
    slot.file.store(file.release(), std::memory_order_release);
    return reinterpret_cast<MPI_File>(&slot);
  }
  return MPI_FILE_NULL;
}

std::unique_ptr<OpenFile> leave_file(MPI_File handle) noexcept {
  Slot* slot = slot_of(handle);
  return std::unique_ptr<OpenFile>(slot != nullptr ? slot->file.exchange(nullptr) : nullptr);
}

MPI_Fint fortran_handle(MPI_File ours) noexcept {
  return kFortranBase + static_cast<MPI_Fint>(slot_of(ours) - slots.data());
}

bool is_our_fortran_handle(MPI_Fint handle) noexcept {
  return handle >= kFortranBase && handle < kFortranBase + kOpenFilesMax;
}

MPI_File handle_of_fortran(MPI_Fint ours) noexcept {
  Slot& slot = slots[static_cast<std::size_t>(ours - kFortranBase)];
  return slot.file.load(std::memory_order_acquire) != nullptr ? reinterpret_cast<MPI_File>(&slot)
                                                              : MPI_FILE_NULL;
}

}  // namespace strait::mpiio
