# How tests run in a build with sanitizers.
#
# STRAIT_SLOWNESS is the one factor by which such a build may be slower: tests divide their sizes by it and multiply
# their time limits. STRAIT_SANITIZED_ENVIRONMENT is for tests that load our libraries into programs without sanitizers
# (MPI programs, interpreters): these need the sanitizer's runtime before everything else, and what they and their MPI
# leave behind at their end is not ours.
set(STRAIT_SLOWNESS 1)
set(STRAIT_SANITIZED_ENVIRONMENT "")
if(NOT STRAIT_SANITIZE OR STRAIT_FUZZ)
  return()
endif()
set(STRAIT_SLOWNESS 8)
set(runtime libasan.so)
if(STRAIT_SANITIZE MATCHES "thread")
  set(runtime libtsan.so)
endif()
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${runtime} OUTPUT_VARIABLE STRAIT_SANITIZER_RUNTIME
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(folder ${CMAKE_SOURCE_DIR}/tests/sanitizers)
# UCX, which MPICH brings along, has its own code called as a thread ends, when the thread sanitizer has let go of that
# thread, unless it is told not to watch memory.
# Stacks have to be whole: the libraries in between have no frame pointers, and the suppressions go by their names.
list(APPEND STRAIT_SANITIZED_ENVIRONMENT
     STRAIT_SANITIZER_RUNTIME=${STRAIT_SANITIZER_RUNTIME}
     UCX_MEM_EVENTS=no
     ASAN_OPTIONS=fast_unwind_on_malloc=0
     LSAN_OPTIONS=suppressions=${folder}/leaks.txt:print_suppressions=0
     TSAN_OPTIONS=suppressions=${folder}/races.txt:ignore_noninstrumented_modules=1)
