// topology.cpp - what SIMT_TOPOLOGY says, as programs ask for it: two hosts of two devices, of which the program sees
// three, in another order. Runs with SIMT_TOPOLOGY=2x2 and CUDA_VISIBLE_DEVICES=2,0,1.
// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>

#include "program.h"

static void pairs() {
	int n, can[3], v[5];
	CK(cudaGetDeviceCount(&n));
	printf("%d devices\n", n);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			CK(cudaDeviceCanAccessPeer(&can[0], i, k));
			if (i == k)
				continue;
			for (int a = 0; a < 5; a++)
				v[a] = -1;
			CK(cudaDeviceGetP2PAttribute(&v[0], cudaDevP2PAttrPerformanceRank, i, k));
			CK(cudaDeviceGetP2PAttribute(&v[1], cudaDevP2PAttrAccessSupported, i, k));
			CK(cudaDeviceGetP2PAttribute(&v[2], cudaDevP2PAttrNativeAtomicSupported, i, k));
			printf("%d to %d: %d; rank %d, access %d, atomics %d\n", i, k, can[0], v[0], v[1], v[2]);
		}
}

static void places() {
	char id[32];
	int found, has;
	cudaDeviceProp p;
	for (int i = 0; i < 3; i++) {
		CK(cudaDeviceGetPCIBusId(id, sizeof id, i));
		CK(cudaDeviceGetByPCIBusId(&found, id));
		CK(cudaGetDeviceProperties(&p, i));
		CK(cudaDeviceGetAttribute(&has, (cudaDeviceAttr)CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, i));
		printf("device %d: %s, found as %d, bus %d, multicast %d\n", i, id, found, p.pciBusID, has);
	}
}

static void access() {
	void *p, *q;
	cudaMemPool_t pool;
	cudaMemAccessDesc to = {};
	CK(cudaSetDevice(0));
	CK(cudaMalloc(&p, 64));
	CK(cudaMemset(p, 7, 64));
	CK(cudaSetDevice(1));
	CK(cudaMalloc(&q, 64));
	printf("same switch: %s\n", NAME(cudaDeviceEnablePeerAccess(2, 0)));
	printf("another host: %s\n", NAME(cudaDeviceEnablePeerAccess(0, 0)));
	cudaGetLastError();
	printf("copies go all the same: %s\n", NAME(cudaMemcpyPeer(q, 1, p, 0, 64)));
	CK(cudaDeviceGetDefaultMemPool(&pool, 1));
	to.location.type = cudaMemLocationTypeDevice;
	to.flags = cudaMemAccessFlagsProtReadWrite;
	to.location.id = 2;
	printf("pool, same switch: %s\n", NAME(cudaMemPoolSetAccess(pool, &to, 1)));
	to.location.id = 0;
	printf("pool, another host: %s\n", NAME(cudaMemPoolSetAccess(pool, &to, 1)));
}

int main() {
	pairs();
	places();
	access();
}
