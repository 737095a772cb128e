// One open of one file by one process: what an MPI_File of ours leads to. Made and destroyed
// collectively (open_close.cc).
#pragma once

#include <string>

#include "mpiio/error_handler.h"

namespace strait::mpiio {

class OpenFile {
 public:
  MPI_Comm comm = MPI_COMM_NULL;  // our own duplicate
  int rank = 0;
  int ranks = 1;
  std::string url;
  MPI_File handle = MPI_FILE_NULL;
  ErrorHandler error_handler = ErrorHandler::inherited();
};

}  // namespace strait::mpiio
