# simt-toolchain.cmake - cmake -DCMAKE_TOOLCHAIN_FILE=.../simt-toolchain.cmake: simtcc is the CUDA compiler, its tree the
# toolkit, and tests find its libraries.
# SPDX-License-Identifier: Apache-2.0
get_filename_component(SIMT_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(CUDAToolkit_ROOT "${SIMT_PREFIX}/lib/simt/cuda")
set(CUDA_TOOLKIT_ROOT_DIR "${CUDAToolkit_ROOT}") # of CMake's old FindCUDA
set(CMAKE_CUDA_COMPILER "${SIMT_PREFIX}/bin/simtcc")
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES 90)
endif()
list(APPEND CMAKE_BUILD_RPATH "${CUDAToolkit_ROOT}/lib64")
