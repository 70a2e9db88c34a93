// asked.cpp - what the driver interface answers about a device agrees with itself; questions without a place for the answer.
// SPDX-License-Identifier: Apache-2.0
#include "show.h"

static const char *same(bool is) {
	return is ? "the same" : "NOT THE SAME";
}

static void agrees(CUdevice d) {
	char name[256], piece[4], pci[32], luid[8];
	CUuuid uuid, again;
	CUdevprop old;
	size_t bytes;
	int major, minor, value, can;
	unsigned mask;
	CUdevice found;
	CU(cuDeviceGetName(name, sizeof name, d));
	CU(cuDeviceGetName(piece, sizeof piece, d));
	printf("a name of %s, 3 letters of it: %s\n", strlen(name) > 3 ? "some letters" : "nothing",
	       same(!strncmp(name, piece, 3) && !piece[3]));
	CU(cuDeviceGetUuid(&uuid, d));
	CU(cuDeviceGetUuid_v2(&again, d));
	printf("uuid: %s\n", same(!memcmp(&uuid, &again, sizeof uuid)));
	CU(cuDeviceGetPCIBusId(pci, sizeof pci, d));
	CU(cuDeviceGetByPCIBusId(&found, pci));
	printf("the device at its address on the bus: %s\n", same(found == d));
	CU(cuDeviceTotalMem(&bytes, d));
	printf("memory: %s\n", bytes >= (size_t)64 << 20 ? "some" : "none");
	CU(cuDeviceComputeCapability(&major, &minor, d));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d));
	printf("major: %s", same(major == value));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, d));
	printf(", minor: %s\n", same(minor == value));
	CU(cuDeviceGetProperties(&old, d));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, d));
	printf("threads: %s", same(old.maxThreadsPerBlock == value));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, d));
	printf(", grid: %s", same(old.maxGridSize[1] == value));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, d));
	printf(", clock: %s, lanes %d\n", same(old.clockRate == value), old.SIMDWidth);
	SHOW(cuDeviceGetLuid(luid, &mask, d));
	SHOW(cuDeviceCanAccessPeer(&can, d, d));
	printf("its own peer: %d\n", can);
	SHOW(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, d, d));
	SHOW(cuDeviceGetExecAffinitySupport(&value, CU_EXEC_AFFINITY_TYPE_SM_COUNT, d));
	CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED, d));
	printf("handles of another system: %d\n", value);
	SHOW(cuDeviceGetAttribute(&value, (CUdevice_attribute)100000, d));
}

static void refused(CUdevice d) {
	char text[16];
	CUuuid uuid;
	size_t bytes;
	int n;
	CUdevice other;
	unsigned mask;
	SHOW(cuDeviceGet(nullptr, 0));
	SHOW(cuDeviceGet(&other, -1));
	SHOW(cuDeviceGet(&other, 1000));
	SHOW(cuDeviceGetCount(nullptr));
	SHOW(cuDeviceGetName(nullptr, 8, d));
	SHOW(cuDeviceGetName(text, sizeof text, 1000));
	SHOW(cuDeviceGetUuid_v2(nullptr, d));
	SHOW(cuDeviceGetUuid_v2(&uuid, 1000));
	SHOW(cuDeviceTotalMem(nullptr, d));
	SHOW(cuDeviceTotalMem(&bytes, 1000));
	SHOW(cuDeviceComputeCapability(nullptr, &n, d));
	SHOW(cuDeviceComputeCapability(&n, nullptr, d));
	SHOW(cuDeviceComputeCapability(&n, &n, 1000));
	SHOW(cuDeviceGetProperties(nullptr, d));
	SHOW(cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, d));
	SHOW(cuDeviceGetAttribute(&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1000));
	SHOW(cuDeviceGetLuid(text, &mask, 1000));
	SHOW(cuDeviceGetExecAffinitySupport(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT, d));
	SHOW(cuDeviceGetPCIBusId(nullptr, 16, d));
	SHOW(cuDeviceGetPCIBusId(text, 0, d));
	SHOW(cuDeviceGetByPCIBusId(nullptr, "0000:00:00.0"));
	SHOW(cuDeviceGetByPCIBusId(&other, nullptr));
	SHOW(cuDeviceGetByPCIBusId(&other, "no address"));
	SHOW(cuDeviceCanAccessPeer(nullptr, d, d));
	SHOW(cuDeviceCanAccessPeer(&n, d, 1000));
	SHOW(cuDeviceGetP2PAttribute(nullptr, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, d, d));
	SHOW(cuDriverGetVersion(nullptr));
}

static void pools(CUdevice d) {
	CUmemoryPool first, now, own;
	CUmemPoolProps props = {};
	props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	props.location.id = d;
	CU(cuDeviceGetDefaultMemPool(&first, d));
	CU(cuDeviceGetMemPool(&now, d));
	printf("the pool in use is the default: %s\n", same(first == now));
	CU(cuMemPoolCreate(&own, &props));
	SHOW(cuDeviceSetMemPool(d, own));
	CU(cuDeviceGetMemPool(&now, d));
	printf("the one that was set: %s\n", same(own == now));
	SHOW(cuDeviceSetMemPool(d, first));
	SHOW(cuMemPoolDestroy(own));
}

int main() {
	CUdevice d;
	SHOW(cuDeviceGet(&d, 0));
	SHOW(cuInit(1));
	CU(cuInit(0));
	CU(cuDeviceGet(&d, 0));
	agrees(d);
	refused(d);
	pools(d);
	return 0;
}
