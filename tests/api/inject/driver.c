/* driver.c - the same through the driver interface, whose functions are found by name,
 * too. */
#include <cuda.h>
#include <stdio.h>

int main(void) {
	CUdevice d;
	CUcontext c;
	CUdeviceptr p[3];
	void *f = NULL;
	CUdriverProcAddressQueryResult q;
	printf("init %d\n", cuInit(0));
	cuDeviceGet(&d, 0);
	cuDevicePrimaryCtxRetain(&c, d);
	cuCtxSetCurrent(c);
	for (int i = 0; i < 2; i++)
		printf("alloc %d\n", cuMemAlloc(&p[i], 64));
	cuGetProcAddress("cuMemAlloc", &f, 13000, 0, &q);
	printf("found %d\n", ((CUresult(*)(CUdeviceptr *, size_t))f)(&p[2], 64));
	printf("set %d\n", cuMemsetD8(p[0], 1, 64));
	return 0;
}
