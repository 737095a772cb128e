#include "mpiio/file_table.h"

#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "mpiio/open_file.h"
#include "sys/address_range.h"

namespace strait::mpiio {
namespace {

using Slots = std::array<std::atomic<OpenFile*>, kOpenFilesMax>;

// Before the first file is opened no handle is ours: the range lies where no object can.
constexpr std::uintptr_t kNowhere = std::numeric_limits<std::uintptr_t>::max() - kOpenFilesMax;

constinit Slots slots{};
constinit std::atomic<std::uintptr_t> first_handle{kNowhere};
// Slots are taken in turn, so that a handle that a program keeps after closing its file is not soon
// somebody else's.
constinit std::mutex taking;
constinit std::size_t next_slot = 0;  // guarded by `taking`

MPI_File handle_at(std::size_t slot) noexcept {
  return reinterpret_cast<MPI_File>(first_handle.load(std::memory_order_acquire) + slot);
}

// kOpenFilesMax or more where it is not ours.
std::size_t slot_of(MPI_File handle) noexcept {
  return reinterpret_cast<std::uintptr_t>(handle) - first_handle.load(std::memory_order_acquire);
}

bool reserve() noexcept {
  if (first_handle.load(std::memory_order_relaxed) != kNowhere) return true;
  const std::uintptr_t first =
      sys::reserve_addresses(static_cast<std::uint32_t>(kFortranBase), kOpenFilesMax);
  if (first == 0) return false;
  first_handle.store(first, std::memory_order_release);
  return true;
}

}  // namespace

OpenFile* find_file(MPI_File handle) noexcept {
  const std::size_t slot = slot_of(handle);
  return slot < slots.size() ? slots[slot].load(std::memory_order_acquire) : nullptr;
}

bool is_our_handle(MPI_File handle) noexcept { return slot_of(handle) < slots.size(); }

MPI_File enter_file(std::unique_ptr<OpenFile> file) noexcept {
  const std::lock_guard lock(taking);
  if (!reserve()) return MPI_FILE_NULL;
  for (std::size_t tried = 0; tried < slots.size(); ++tried) {
    const std::size_t slot = next_slot;
    next_slot = (next_slot + 1) % slots.size();
    if (slots[slot].load(std::memory_order_relaxed) != nullptr) continue;
    slots[slot].store(file.release(), std::memory_order_release);
    return handle_at(slot);
  }
  return MPI_FILE_NULL;
}

std::unique_ptr<OpenFile> leave_file(MPI_File handle) noexcept {
  const std::size_t slot = slot_of(handle);
  return std::unique_ptr<OpenFile>(slot < slots.size() ? slots[slot].exchange(nullptr) : nullptr);
}

MPI_Fint fortran_handle(MPI_File ours) noexcept {
  return kFortranBase + static_cast<MPI_Fint>(slot_of(ours));
}

bool is_our_fortran_handle(MPI_Fint handle) noexcept {
  return handle >= kFortranBase && handle < kFortranBase + kOpenFilesMax;
}

MPI_File handle_of_fortran(MPI_Fint ours) noexcept {
  const auto slot = static_cast<std::size_t>(ours - kFortranBase);
  return slots[slot].load(std::memory_order_acquire) != nullptr ? handle_at(slot) : MPI_FILE_NULL;
}

}  // namespace strait::mpiio
