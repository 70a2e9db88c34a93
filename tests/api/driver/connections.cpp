/* connections.cpp - CUDA_DEVICE_MAX_CONNECTIONS=1: a stream that waits holds the others back, until it begins.
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "show.h"

int main() {
	CUcontext c;
	CUdeviceptr p;
	CUstream a, b;
	int v = 0;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	CU(cuMemAllocManaged(&p, 16, CU_MEM_ATTACH_GLOBAL));
	CU(cuMemsetD32(p, 0, 4));
	CU(cuCtxSynchronize());
	CU(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
	CU(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
	CU(cuStreamWaitValue32(a, p, 1, CU_STREAM_WAIT_VALUE_GEQ));
	CU(cuMemsetD32Async(p + 8, 1, 1, a)); /* cannot begin before the wait is over */
	CU(cuMemsetD32Async(p + 4, 5, 1,
	                    b)); /* has nothing to do with it, but stands behind it */
	usleep(20000);
	printf("b %s\n", cuStreamQuery(b) == CUDA_SUCCESS ? "done" : "held back");
	*(volatile unsigned *)p = 1;
	CU(cuStreamSynchronize(a));
	CU(cuStreamSynchronize(b));
	CU(cuMemcpyDtoH(&v, p + 4, 4));
	printf("%d\n", v);
}
