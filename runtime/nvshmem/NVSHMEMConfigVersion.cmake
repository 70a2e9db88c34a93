# NVSHMEMConfigVersion.cmake - the version of NVSHMEM that this one is like, for find_package(NVSHMEM 3).
# SPDX-License-Identifier: Apache-2.0
set(NVSHMEM_VERSION "3.4.5")
set(PACKAGE_VERSION "${NVSHMEM_VERSION}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
