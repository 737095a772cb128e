# One call declares a room of src/: its level and the rooms it uses. A room may use only rooms of a lower level that it
# declares; tests/tidy compares these declarations with the real includes.
#
#   strait_room(<name> LEVEL <n> [USES <room>...] [LINKS <library>...] [TEST_USES <room>...])
#
# Sources are found by name, in the room's folder and below it:
#   x.cc -> library strait_<name>;  x_test.cc -> program <name>_test, one CTest entry;
#   x_bench.cc -> program <name>_bench (never a test);  x_fuzz.cc -> program fuzz_x (preset fuzz), corpus in x_fuzz_corpus/
#
# Tests and benches are no part of `all`: who wants the product does not wait for them.
add_custom_target(tests)    # whatever ctest runs, beside the product
add_custom_target(benches)  # whatever bench/run.sh runs, beside the product
if(STRAIT_FUZZ)
  add_custom_target(fuzzers)  # all of them, and nothing that they do not need
  add_dependencies(tests fuzzers)
endif()

# strait_part_of(tests|benches <target>...): built with these, and not by `all`.
function(strait_part_of whole)
  set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(${whole} ${ARGN})
endfunction()

function(strait_room name)
  cmake_parse_arguments(ROOM "" "LEVEL" "USES;LINKS;TEST_USES" ${ARGN})
  file(GLOB_RECURSE all CONFIGURE_DEPENDS *.cc)
  set(sources ${all})
  set(tests ${all})
  set(benches ${all})
  set(fuzzers ${all})
  list(FILTER sources EXCLUDE REGEX "_(test|bench|fuzz)\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cc$")

  set(lib strait_${name})
  if(sources)
    add_library(${lib} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${lib} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${lib} ${scope} ${CMAKE_SOURCE_DIR}/include)
  # For "quoted" includes only: our sys/random.h must never stand in for the system's <sys/random.h>.
  target_compile_options(${lib} ${scope} -iquote${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM ROOM_USES PREPEND strait_ OUTPUT_VARIABLE used)
  target_link_libraries(${lib} ${scope} ${used} ${ROOM_LINKS} tl::expected Threads::Threads)

  list(TRANSFORM ROOM_TEST_USES PREPEND strait_ OUTPUT_VARIABLE test_used)
  if(tests AND NOT STRAIT_FUZZ)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${lib} ${test_used} GTest::gmock GTest::gtest_main)
    strait_part_of(tests ${name}_test)
    add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT STRAIT_SLOWNESS=${STRAIT_SLOWNESS})
  endif()
  if(benches AND NOT STRAIT_FUZZ)
    add_executable(${name}_bench ${benches})
    target_link_libraries(${name}_bench PRIVATE ${lib} ${test_used} benchmark::benchmark_main)
    strait_part_of(benches ${name}_bench)
  endif()
  if(STRAIT_FUZZ)
    foreach(source ${fuzzers})
      get_filename_component(stem ${source} NAME_WE)
      string(REGEX REPLACE "_fuzz$" "" stem ${stem})
      set(target fuzz_${name}_${stem})
      add_executable(${target} ${source})
      add_dependencies(fuzzers ${target})
      target_link_libraries(${target} PRIVATE ${lib} ${test_used})
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      get_filename_component(folder ${source} DIRECTORY)
      # New inputs go to the build tree; the kept corpus is only read.
      file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/corpus/${target} ${folder}/${stem}_fuzz_corpus)
      add_test(NAME ${target} COMMAND ${target} -max_total_time=60 -timeout=10 -rss_limit_mb=2048 -print_final_stats=0
               -verbosity=0 ${CMAKE_BINARY_DIR}/corpus/${target} ${folder}/${stem}_fuzz_corpus)
      set_tests_properties(${target} PROPERTIES TIMEOUT 180 LABELS fuzz)
    endforeach()
  endif()
endfunction()
