/* multicast.cpp - multicast objects of three devices: making them, binding memory, mapping, who may reach them, and what
 * instructions find there. Runs with SIMT_TOPOLOGY=2x3 and four visible devices.
 * SPDX-License-Identifier: Apache-2.0 */
#include <thread>

#include "show.h"

enum { DEVICES = 3 };
static const size_t PIECE = 2 << 20, SIZE = 2 * PIECE;

static const char ptx[] =
	".version 8.1\n.target sm_90\n.address_size 64\n"
	/* out[tid] = sum of mc[tid]; mc[tid] += 1000; mc[1024 + tid] = tid */
	".visible .entry all(.param .u64 mc, .param .u64 out) {\n"
	" .reg .b64 %a, %o, %t; .reg .b32 %i, %v;\n"
	" ld.param.u64 %a, [mc]; ld.param.u64 %o, [out]; mov.u32 %i, %tid.x; mul.wide.u32 %t, %i, 4;\n"
	" add.u64 %a, %a, %t; add.u64 %o, %o, %t;\n"
	" multimem.ld_reduce.relaxed.sys.global.add.u32 %v, [%a]; st.global.u32 [%o], %v;\n"
	" multimem.red.relaxed.sys.global.add.u32 [%a], 1000; multimem.st.relaxed.sys.global.u32 [%a+4096], %i; ret; }\n"
	".visible .entry load(.param .u64 mc) {\n"
	" .reg .b64 %a; .reg .b32 %v; ld.param.u64 %a, [mc]; multimem.ld_reduce.add.u32 %v, [%a]; multimem.st.u32 [%a], %v; ret; }\n"
	".visible .entry plain(.param .u64 mc) {\n"
	" .reg .b64 %a; .reg .b32 %v; ld.param.u64 %a, [mc]; ld.global.u32 %v, [%a]; st.global.u32 [%a], %v; ret; }\n";

static CUdevice dev[DEVICES + 1];
static CUcontext ctx[DEVICES + 1];
static CUmemGenericAllocationHandle mc, mem[DEVICES];
static CUdeviceptr own[DEVICES], at[DEVICES];

static CUmemGenericAllocationHandle memory_of(int device, size_t size) {
	CUmemAllocationProp p = {};
	CUmemGenericAllocationHandle m;
	p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	p.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	p.location.id = device;
	CU(cuMemCreate(&m, size, &p, 0));
	return m;
}

static CUmemAccessDesc access_of(int device) {
	CUmemAccessDesc a = {};
	a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	a.location.id = device;
	a.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	return a;
}

static CUdeviceptr map(CUmemGenericAllocationHandle m, size_t size, int device) {
	CUdeviceptr p;
	CUmemAccessDesc a = access_of(device);
	CU(cuMemAddressReserve(&p, size, 0, 0, 0));
	CU(cuMemMap(p, size, 0, m, 0));
	CU(cuMemSetAccess(p, size, &a, 1));
	return p;
}

static void making() {
	CUmulticastObjectProp p = {};
	CUmemGenericAllocationHandle m;
	size_t n = 0;
	p.numDevices = DEVICES;
	p.size = SIZE;
	for (int i = 0; i <= DEVICES; i++) {
		int has;
		CU(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, dev[i]));
		printf("device %d: %d\n", i, has);
	}
	SHOW(cuMulticastGetGranularity(&n, &p, CU_MULTICAST_GRANULARITY_MINIMUM));
	printf("%zu\n", n);
	SHOW(cuMulticastGetGranularity(&n, &p, CU_MULTICAST_GRANULARITY_RECOMMENDED));
	SHOW(cuMulticastGetGranularity(nullptr, &p, CU_MULTICAST_GRANULARITY_MINIMUM));
	SHOW(cuMulticastGetGranularity(&n, &p, (CUmulticastGranularity_flags)2));
	SHOW(cuMulticastCreate(&m, nullptr));
	p.size = SIZE + 4096;
	SHOW(cuMulticastCreate(&m, &p));
	p.size = SIZE;
	p.numDevices = 0;
	SHOW(cuMulticastCreate(&m, &p));
	p.numDevices = DEVICES;
	p.handleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
	SHOW(cuMulticastCreate(&m, &p));
	p.handleTypes = 0;
	SHOW(cuMulticastCreate(&mc, &p));
	SHOW(cuMulticastAddDevice(mc, dev[0]));
	SHOW(cuMulticastAddDevice(mc, dev[0]));
	SHOW(cuMulticastAddDevice(mc, dev[DEVICES])); // another switch
	SHOW(cuMulticastAddDevice(mc + 1, dev[1]));
	SHOW(cuMulticastAddDevice(mc, dev[1]));
	mem[0] = memory_of(0, SIZE);
	std::thread late([] { // binding waits for the last device
		struct timespec t = {0, 30000000};
		nanosleep(&t, nullptr);
		cuMulticastAddDevice(mc, dev[2]);
	});
	SHOW(cuMulticastBindMem(mc, 0, mem[0], 0, PIECE, 0));
	late.join();
	SHOW(cuMulticastAddDevice(mc, dev[2]));
}

static void binding() {
	CUmemGenericAllocationHandle other = memory_of(DEVICES, PIECE);
	CUdeviceptr p;
	SHOW(cuMulticastBindMem(mc, 0, mem[0], PIECE, PIECE, 0)); // bound there already
	SHOW(cuMulticastBindMem(mc, PIECE, mem[0], 2 * PIECE, PIECE, 0));
	SHOW(cuMulticastBindMem(mc, 2 * PIECE, mem[0], PIECE, PIECE, 0));
	SHOW(cuMulticastBindMem(mc, 4096, mem[0], 0, PIECE, 0));
	SHOW(cuMulticastBindMem(mc, PIECE, mem[0], 0, 0, 0));
	SHOW(cuMulticastBindMem(mc, PIECE, mem[0], 0, PIECE, 1));
	SHOW(cuMulticastBindMem(mc, PIECE, mc, 0, PIECE, 0));
	SHOW(cuMulticastBindMem(mc, PIECE, other, 0, PIECE, 0)); // of a device that is not in the team
	CU(cuMemRelease(other));
	/* by the address of a mapping, and of an allocation */
	mem[1] = memory_of(1, SIZE);
	own[1] = map(mem[1], SIZE, 1);
	SHOW(cuMulticastBindAddr(mc, 0, own[1] + PIECE, 2 * PIECE, 0));
	SHOW(cuMulticastBindAddr(mc, 0, own[1] + PIECE, PIECE, 0));
	CU(cuCtxSetCurrent(ctx[2]));
	CU(cuMemAlloc(&p, 2 * PIECE));
	own[2] = (p + PIECE - 1) / PIECE * PIECE;
	SHOW(cuMulticastBindAddr(mc, 0, 64, PIECE, 0));
	SHOW(cuMulticastBindAddr(mc, 0, own[2], PIECE, 0));
}

static void mapping() {
	CUdeviceptr p;
	CUmemAccessDesc a = access_of(DEVICES);
	CUmemAllocationProp prop;
	own[0] = map(mem[0], SIZE, 0);
	for (int i = 0; i < DEVICES; i++) {
		CU(cuCtxSetCurrent(ctx[i]));
		at[i] = map(mc, SIZE, i);
		unsigned h[32];
		for (int k = 0; k < 32; k++)
			h[k] = (unsigned)((i + 1) * 100 + k);
		CU(cuMemcpyHtoD(own[i] + (i == 1 ? PIECE : 0), h, sizeof h));
	}
	SHOW(cuMemSetAccess(at[0], SIZE, &a, 1)); // not in the team
	SHOW(cuMemMap(at[0], SIZE, 0, mc, 0));
	SHOW(cuMemMap(at[0], PIECE, 0, mem[0], 0));
	SHOW(cuMemAddressFree(at[0], SIZE));
	SHOW(cuMemGetAllocationPropertiesFromHandle(&prop, mc));
	CU(cuMemAddressReserve(&p, 2 * SIZE, 0, 0, 0));
	SHOW(cuMemMap(p, 2 * SIZE, 0, mc, 0));
	CU(cuMemAddressFree(p, 2 * SIZE));
	unsigned h;
	SHOW(cuMemcpyDtoH(&h, at[0], 4));
}

static CUresult launch(int device, const char *name, CUdeviceptr to, CUdeviceptr out) {
	CUmodule m;
	CUfunction f;
	void *args[] = {&to, &out};
	CU(cuCtxSetCurrent(ctx[device]));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&f, m, name));
	CU(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, 0));
	return cuCtxSynchronize();
}

static void using_it() {
	for (int i = 0; i < DEVICES; i++) {
		CUdeviceptr out;
		unsigned h[32];
		CU(cuCtxSetCurrent(ctx[i]));
		CU(cuMemAlloc(&out, sizeof h));
		CU(launch(i, "all", at[i], out));
		CU(cuMemcpyDtoH(h, out, sizeof h));
		printf("device %d: %u %u\n", i, h[0], h[31]);
	}
	for (int i = 0; i < DEVICES; i++) {
		unsigned h[2], k[2];
		CUdeviceptr p = own[i] + (i == 1 ? PIECE : 0);
		CU(cuMemcpyDtoH(h, p, sizeof h));
		CU(cuMemcpyDtoH(k, p + 4096, sizeof k));
		printf("copy %d: %u %u, %u %u\n", i, h[0], h[1], k[0], k[1]);
	}
}

static void ending() {
	SHOW(cuMulticastUnbind(mc, dev[1], 0, PIECE / 2));
	SHOW(cuMulticastUnbind(mc, dev[1], PIECE, PIECE));
	SHOW(cuMulticastUnbind(mc, dev[1], 0, PIECE));
	SHOW(cuMulticastUnbind(mc, dev[1], 0, PIECE));
	SHOW(cuMulticastBindMem(mc, 0, mem[1], 0, PIECE, 0));
	CU(launch(2, "load", at[2], 0));
	SHOW(cuMemUnmap(at[2], SIZE));
	SHOW(cuMemAddressFree(at[2], SIZE));
	SHOW(cuMemRelease(mem[0])); // the mapping and the binding keep it
	SHOW(launch(0, "load", at[0], 0));
	SHOW(cuMemRelease(mc));
	SHOW(launch(1, "load", at[1], 0)); // mappings keep it
	SHOW(launch(0, "load", at[0] + PIECE, 0)); // nothing is bound there
	SHOW(launch(1, "plain", at[1], 0));
}

int main() {
	CU(cuInit(0));
	for (int i = 0; i <= DEVICES; i++) {
		CU(cuDeviceGet(&dev[i], i));
		CU(cuDevicePrimaryCtxRetain(&ctx[i], dev[i]));
	}
	CU(cuCtxSetCurrent(ctx[0]));
	making();
	binding();
	mapping();
	using_it();
	ending();
}
