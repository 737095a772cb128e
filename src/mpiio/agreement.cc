#include "mpiio/agreement.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/bytes.h"

namespace strait::mpiio {
namespace {

constexpr int kTextMax = 1024;  // bytes of a failure's sentence that travel

// What goes ahead of the bytes.
struct Head {
  int error_class = MPI_SUCCESS;
  int length = 0;
};
static_assert(sizeof(Head) == 2 * sizeof(int));

ConstBytes shown(const Failure& failure) {
  return bytes_of(std::string_view(failure.text).substr(0, kTextMax));
}

}  // namespace

Answer<std::vector<std::byte>> ask_once(MPI_Comm comm, int rank,
                                        const std::function<Answer<std::vector<std::byte>>()>& ask,
                                        int root) {
  Head head;
  std::vector<std::byte> bytes;
  if (rank == root) {
    Answer<std::vector<std::byte>> answer = ask();
    if (answer) {
      bytes = std::move(*answer);
    } else {
      head.error_class = answer.error().error_class;
      const ConstBytes text = shown(answer.error());
      bytes.assign(text.begin(), text.end());
    }
    head.length = static_cast<int>(bytes.size());
  }
  STRAIT_TRY(checked(PMPI_Bcast(&head, 2, MPI_INT, root, comm), "MPI_Bcast"));
  bytes.resize(static_cast<std::size_t>(head.length));
  if (!bytes.empty())
    STRAIT_TRY(checked(PMPI_Bcast(bytes.data(), head.length, MPI_BYTE, root, comm), "MPI_Bcast"));
  if (head.error_class != MPI_SUCCESS)
    return Failure{head.error_class, std::string(text_of(bytes))};
  return bytes;
}

Answer<std::int64_t> ask_number_once(MPI_Comm comm, int rank,
                                     const std::function<Answer<std::int64_t>()>& ask, int root) {
  std::int64_t number = 0;
  const auto answer = ask_once(
      comm, rank,
      [&]() -> Answer<std::vector<std::byte>> {
        STRAIT_ASSIGN(const std::int64_t asked, ask());
        std::vector<std::byte> bytes(sizeof asked);
        std::memcpy(bytes.data(), &asked, sizeof asked);
        return bytes;
      },
      root);
  if (!answer) return answer.error();
  std::memcpy(&number, answer->data(), sizeof number);
  return number;
}

Done do_once(MPI_Comm comm, int rank, const std::function<Done()>& act) {
  const auto answer = ask_once(comm, rank, [&]() -> Answer<std::vector<std::byte>> {
    STRAIT_TRY(act());
    return std::vector<std::byte>();
  });
  if (!answer) return answer.error();
  return {};
}

Done agree(MPI_Comm comm, Done mine) {
  struct {  // as MPI_2INT
    int error_class;
    int rank;
  } here{mine ? 0 : mine.error().error_class, 0}, worst{0, 0};
  STRAIT_TRY(checked(PMPI_Comm_rank(comm, &here.rank), "MPI_Comm_rank"));
  STRAIT_TRY(
      checked(PMPI_Allreduce(&here, &worst, 1, MPI_2INT, MPI_MAXLOC, comm), "MPI_Allreduce"));
  if (worst.error_class == 0) return mine;
  std::array<char, kTextMax> text{};
  if (here.rank == worst.rank) {
    const ConstBytes own = shown(mine.error());
    std::memcpy(text.data(), own.data(), own.size());
  }
  STRAIT_TRY(checked(PMPI_Bcast(text.data(), kTextMax, MPI_CHAR, worst.rank, comm), "MPI_Bcast"));
  if (!mine) return mine;
  const std::string_view words(text.data(), std::ranges::find(text, '\0') - text.begin());
  return failure(worst.error_class, "rank {} failed: {}", worst.rank, words);
}

}  // namespace strait::mpiio
