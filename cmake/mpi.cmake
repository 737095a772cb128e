# The MPIs that this machine has. Their compiler wrappers are asked for flags and for nothing else, so that both families
# can be built for in one tree.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(STRAIT_MPI_FAMILIES "" CACHE INTERNAL "families found")
foreach(family mpich openmpi)
  string(TOUPPER ${family} FAMILY)
  find_program(STRAIT_${FAMILY}_MPICC mpicc.${family} DOC "Compiler wrapper of ${family}")
  if(NOT STRAIT_${FAMILY}_MPICC)
    message(STATUS "mpicc.${family} not found: no library for ${family} is built")
    continue()
  endif()
  list(APPEND STRAIT_MPI_FAMILIES ${family})
  execute_process(COMMAND ${STRAIT_${FAMILY}_MPICC} -show OUTPUT_VARIABLE shown OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${shown}")
  set(includes ${flags})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(links ${flags})
  list(FILTER links INCLUDE REGEX "^-[Ll]")
  if(NOT TARGET strait_${family})
    add_library(strait_${family} INTERFACE)
    target_include_directories(strait_${family} SYSTEM INTERFACE ${includes})
    # Always a dependency of what links it: under Python only that brings the real MPI into reach of RTLD_NEXT.
    target_link_libraries(strait_${family} INTERFACE -Wl,--push-state,--no-as-needed ${links} -Wl,--pop-state)
  endif()
endforeach()

# A room that is compiled once for each family, since it includes <mpi.h>:
#
#   strait_mpi_room(<name> LEVEL <n> [USES <room>...])
#
# For each family: objects strait_<name>_<family>; the library to be preloaded, libstrait-mpi-<family>.so; and the unit
# tests, program <name>_<family>_test. functions.table is turned into shims by generate.py.
function(strait_mpi_room name)
  cmake_parse_arguments(ROOM "" "LEVEL" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(TRANSFORM ROOM_USES PREPEND strait_ OUTPUT_VARIABLE used)
  foreach(family ${STRAIT_MPI_FAMILIES})
    set(shims ${CMAKE_CURRENT_BINARY_DIR}/shims_${family}.cc)
    add_custom_command(
      OUTPUT ${shims}
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/generate.py ${CMAKE_CURRENT_SOURCE_DIR}/functions.table
              ${family} ${shims}
      DEPENDS generate.py functions.table)

    set(objects strait_${name}_${family})
    add_library(${objects} OBJECT ${sources})
    target_compile_definitions(${objects} PUBLIC $<$<STREQUAL:${family},mpich>:STRAIT_LARGE_COUNTS=1>
                               STRAIT_SOFTWARE="libstrait-mpi-${family} ${PROJECT_VERSION}")
    target_link_libraries(${objects} PUBLIC ${used} strait_${family} ${CMAKE_DL_LIBS})

    set(library strait-mpi-${family})
    add_library(${library} SHARED ${shims})
    target_link_libraries(${library} PRIVATE ${objects})
    # A program may bring an older libstdc++ than ours: we bring our own, and show nothing of it.
    target_link_options(${library} PRIVATE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL LINKER:-z,defs
                        LINKER:--as-needed
                        LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
    set_target_properties(${library} PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
    install(TARGETS ${library} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

    if(tests)
      add_executable(${name}_${family}_test ${tests})
      target_link_libraries(${name}_${family}_test PRIVATE ${objects} GTest::gmock GTest::gtest_main)
      strait_part_of(tests ${name}_${family}_test)
      add_test(NAME ${name}_${family} COMMAND ${name}_${family}_test --gtest_brief=1)
      set_tests_properties(${name}_${family} PROPERTIES TIMEOUT 300 ENVIRONMENT "${STRAIT_SANITIZED_ENVIRONMENT}")
    endif()
  endforeach()
endfunction()
