/* nvshmem.h - memory that all processes of a job share symmetrically: NVSHMEM's interface,
 * like OpenSHMEM's. docs/nvshmem.md says how it is done. Kernels call it, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _NVSHMEM_H_

#ifdef __CUDACC_RTC__
#include <simt/nvshmem/device.h>
#else
#include <nvshmem_host.h>
#if defined __CUDACC__ && !defined NVSHMEM_HOSTLIB_ONLY
#include <simt/nvshmem/device.h>
#endif
#endif
