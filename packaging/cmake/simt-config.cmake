# simt-config.cmake - find_package(simt): the library of kernels for programs in C (simt::simt), the tools, and tests of
# CUDA programs in checked mode:
#
#   simt_add_test(NAME name COMMAND command [arguments...] [CHECK mem,race] [COVERAGE file] [TRACE file])
#
# CHECK is what SIMT_CHECK takes, `all` by default, `no` for none; the test fails if anything is found.
# SPDX-License-Identifier: Apache-2.0
get_filename_component(SIMT_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SIMT_SIMTCC "${SIMT_PREFIX}/bin/simtcc")
set(SIMT_SIMTRUN "${SIMT_PREFIX}/bin/simtrun")
set(SIMT_CUDA_ROOT "${SIMT_PREFIX}/lib/simt/cuda")
set(simt_FOUND TRUE)

if(NOT TARGET simt::simt)
  add_library(simt::simt SHARED IMPORTED)
  set_target_properties(
    simt::simt PROPERTIES IMPORTED_LOCATION "${SIMT_PREFIX}/lib/libsimt.so.0" INTERFACE_INCLUDE_DIRECTORIES
                                                                            "${SIMT_PREFIX}/include"
  )
endif()

function(simt_add_test)
  cmake_parse_arguments(TEST "" "NAME;CHECK;COVERAGE;TRACE" "COMMAND" ${ARGN})
  if(NOT DEFINED TEST_NAME OR NOT DEFINED TEST_COMMAND)
    message(FATAL_ERROR "simt_add_test needs NAME and COMMAND")
  endif()
  if(NOT DEFINED TEST_CHECK)
    set(TEST_CHECK all)
  endif()
  list(GET TEST_COMMAND 0 program)
  if(TARGET ${program})
    list(REMOVE_AT TEST_COMMAND 0)
    list(INSERT TEST_COMMAND 0 $<TARGET_FILE:${program}>)
  endif()
  set(options)
  if(NOT TEST_CHECK STREQUAL no)
    list(APPEND options --check=${TEST_CHECK})
  endif()
  if(DEFINED TEST_COVERAGE)
    list(APPEND options --coverage=${TEST_COVERAGE})
  endif()
  if(DEFINED TEST_TRACE)
    list(APPEND options --trace=${TEST_TRACE})
  endif()
  add_test(NAME ${TEST_NAME} COMMAND ${SIMT_SIMTRUN} ${options} ${TEST_COMMAND})
endfunction()
