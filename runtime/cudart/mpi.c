/* mpi.c - what MPI libraries are asked about device memory. They take device pointers as
 * they are (docs/nccl.md), but answer for what they were built with: this library's
 * function comes first where it is linked first, as MPI's compilers link themselves last.
 * Weak: an MPI library that is linked statically keeps its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"

__attribute__((weak, visibility("default"))) int MPIX_Query_cuda_support(void);
int MPIX_Query_cuda_support(void) {
	return 1;
}
