#include "mpiio/info.h"

#include <string>

namespace strait::mpiio {

Answer<config::HintSet> hints_of(MPI_Info info) {
  config::HintSet hints;
  if (info == MPI_INFO_NULL) return hints;
  int keys = 0;
  STRAIT_TRY(checked(PMPI_Info_get_nkeys(info, &keys), "MPI_Info_get_nkeys"));
  for (int i = 0; i < keys; ++i) {
    char key[MPI_MAX_INFO_KEY + 1] = "";
    int length = 0;
    int present = 0;
    STRAIT_TRY(checked(PMPI_Info_get_nthkey(info, i, key), "MPI_Info_get_nthkey"));
    STRAIT_TRY(
        checked(PMPI_Info_get_valuelen(info, key, &length, &present), "MPI_Info_get_valuelen"));
    std::string value(static_cast<std::size_t>(length) + 1, '\0');
    STRAIT_TRY(checked(PMPI_Info_get(info, key, length, value.data(), &present), "MPI_Info_get"));
    value.resize(static_cast<std::size_t>(length));
    hints.set(key, value);
  }
  return hints;
}

Answer<MPI_Info> info_of(const config::HintSet& hints) {
  MPI_Info info = MPI_INFO_NULL;
  STRAIT_TRY(checked(PMPI_Info_create(&info), "MPI_Info_create"));
  for (const auto& [key, value] : hints) {
    if (key.size() >= MPI_MAX_INFO_KEY || value.size() >= MPI_MAX_INFO_VAL) continue;
    PMPI_Info_set(info, key.c_str(), value.c_str());
  }
  return info;
}

}  // namespace strait::mpiio
