/* runtime.c - stands for a CUDA runtime that is linked statically and that finds no GPU:
 * each function says so and ends the process.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION(name)                                        \
	void name(void);                                      \
	void name(void) {                                     \
		puts(#name " of the runtime in the program"); \
		fflush(stdout);                               \
		_Exit(9);                                     \
	}

FUNCTION(__cudaRegisterFatBinary)
FUNCTION(__cudaRegisterFatBinaryEnd)
FUNCTION(__cudaUnregisterFatBinary)
FUNCTION(__cudaRegisterFunction)
FUNCTION(__cudaRegisterVar)
FUNCTION(__cudaRegisterManagedVar)
FUNCTION(__cudaInitModule)
FUNCTION(__cudaGetKernel)
FUNCTION(__cudaLaunchKernel)
FUNCTION(__cudaPushCallConfiguration)
FUNCTION(__cudaPopCallConfiguration)
FUNCTION(cudaMalloc)
FUNCTION(cudaFree)
FUNCTION(cudaMemcpy)
FUNCTION(cudaLaunchKernel)
FUNCTION(cudaGetErrorString)

#ifdef OLDER
FUNCTION(cudaThreadSynchronize) /* which CUDA 13 removed */
#if OLDER == 12
FUNCTION(cudaGetDeviceProperties_v2) /* which CUDA 11 did not have */
#endif
#endif

#ifdef SMALL
/* No room for a jump: two functions in fewer bytes than one jump. */
__asm__(".globl cudaGetLastError\n.type cudaGetLastError, %function\n"
        "cudaGetLastError: ret\n.size cudaGetLastError, 1\n"
        ".globl cudaPeekAtLastError\n.type cudaPeekAtLastError, %function\n"
        "cudaPeekAtLastError: ret\n.size cudaPeekAtLastError, 1\n");
#endif
