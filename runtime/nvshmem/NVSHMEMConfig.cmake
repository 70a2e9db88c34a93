# NVSHMEMConfig.cmake - find_package(NVSHMEM): the targets that NVIDIA's has. Device code is in headers, so the device's
# library has nothing to do.
# SPDX-License-Identifier: Apache-2.0
get_filename_component(NVSHMEM_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/NVSHMEMConfigVersion.cmake")
set(NVSHMEM_FOUND TRUE)
set(NVSHMEM_INCLUDE_DIR "${NVSHMEM_PREFIX}/include")
set(NVSHMEM_LIB_DIR "${NVSHMEM_PREFIX}/lib64")

if(NOT TARGET nvshmem::nvshmem_host)
  add_library(nvshmem::nvshmem_host SHARED IMPORTED)
  set_target_properties(
    nvshmem::nvshmem_host PROPERTIES IMPORTED_LOCATION "${NVSHMEM_LIB_DIR}/libnvshmem_host.so.3"
                                     INTERFACE_INCLUDE_DIRECTORIES "${NVSHMEM_INCLUDE_DIR}"
  )
  add_library(nvshmem::nvshmem_device INTERFACE IMPORTED)
  set_target_properties(nvshmem::nvshmem_device PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${NVSHMEM_INCLUDE_DIR}")
  add_library(nvshmem::nvshmem INTERFACE IMPORTED)
  set_target_properties(
    nvshmem::nvshmem PROPERTIES INTERFACE_LINK_LIBRARIES "nvshmem::nvshmem_host;nvshmem::nvshmem_device"
  )
endif()
