/* launches.cpp - launches that are refused: attributes, parameters as one block, launches as before CUDA 4.0.
 * SPDX-License-Identifier: Apache-2.0 */
#include <vector>

#include "show.h"

static const char ptx[] = R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k() { ret; }
.visible .entry a(.param .u32 x, .param .u64 y, .param .align 8 .b8 z[24]) { ret; }
.visible .entry bounded() .maxntid 64, 2, 1 { ret; }
.visible .entry demanded() .reqntid 64, 1, 1 { ret; }
)";
static CUmodule module;

static CUfunction find(const char *name) {
	CUfunction f;
	CU(cuModuleGetFunction(&f, module, name));
	return f;
}

static CUlaunchAttribute number(int id, int value) {
	CUlaunchAttribute a = {};
	a.id = (CUlaunchAttributeID)id;
	memcpy(&a.value, &value, sizeof value);
	return a;
}

static CUlaunchAttribute cluster(int id, unsigned n) {
	CUlaunchAttribute a = {};
	a.id = (CUlaunchAttributeID)id;
	a.value.clusterDim.x = n;
	a.value.clusterDim.y = a.value.clusterDim.z = 1;
	return a;
}

static CUresult with(std::vector<CUlaunchAttribute> attributes) {
	CUlaunchConfig c = {};
	c.gridDimX = 12;
	c.gridDimY = c.gridDimZ = c.blockDimX = c.blockDimY = c.blockDimZ = 1;
	c.attrs = attributes.data();
	c.numAttrs = (unsigned)attributes.size();
	return cuLaunchKernelEx(&c, find("k"), nullptr, nullptr);
}

/* A preferred cluster is several of the clusters that are asked for. A policy of waiting is a stream's. */
static void attributes() {
	const int own = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, preferred = CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION;
	SHOW(with({cluster(own, 2), cluster(preferred, 4)}));
	SHOW(with({cluster(preferred, 4)}));
	SHOW(with({cluster(own, 2), cluster(preferred, 3)}));
	SHOW(with({cluster(own, 2), cluster(preferred, 1)}));
	for (int v : {0, 1, 4})
		printf("waiting %d: %d\n", v, with({number(CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, v)}));
	for (int v : {-1, 0, 100, 101})
		printf("carveout %d: %d\n", v, with({number(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, v)}));
	CUevent e[2];
	CU(cuEventCreate(&e[0], CU_EVENT_DISABLE_TIMING));
	CU(cuEventCreate(&e[1], 0));
	for (int timed : {0, 1})
		for (int flags : {0, 1, 2}) {
			CUlaunchAttribute a = {};
			a.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
			a.value.programmaticEvent.event = e[timed];
			a.value.programmaticEvent.flags = flags;
			printf("event, timed %d, flags %d: %d", timed, flags, with({a}));
			a.id = CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
			a.value.launchCompletionEvent.event = e[timed];
			a.value.launchCompletionEvent.flags = flags;
			printf(" %d\n", with({a}));
		}
}

static CUresult launch(CUfunction f, void **args, void **extra) {
	return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, extra);
}

static void blocks_of_parameters() {
	int x = 1;
	long long y = 2;
	static char z[24], block[5000];
	void *args[] = {&x, &y, z};
	for (size_t n : {0, 1, 40, 41}) {
		void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END};
		printf("%zu bytes: %d, without parameters %d\n", n, launch(find("a"), nullptr, extra),
		       launch(find("k"), nullptr, extra));
	}
	size_t n = 40;
	void *whole[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END};
	void *no_size[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_END};
	void *nothing[] = {CU_LAUNCH_PARAM_END};
	SHOW(launch(find("a"), args, whole));
	SHOW(launch(find("a"), nullptr, no_size));
	SHOW(launch(find("a"), nullptr, nothing));
	SHOW(launch(find("k"), nullptr, nothing));
	SHOW(launch(find("a"), args, nothing));
}

/* Parameters that were not set are zeros. */
static void old() {
	CUfunction a = find("a"), k = find("k");
	SHOW(cuLaunch(a));
	SHOW(cuFuncSetBlockShape(k, 0, 1, 1));
	SHOW(cuFuncSetBlockShape(k, 1025, 1, 1));
	SHOW(cuFuncSetBlockShape(k, 1024, 2, 1));
	SHOW(cuFuncSetBlockShape(k, 1, 1, 65));
	SHOW(cuFuncSetBlockShape(k, 2, 1, 64));
	SHOW(cuFuncSetSharedSize(k, 49152));
	SHOW(cuFuncSetSharedSize(k, 49153));
	SHOW(cuLaunch(k));
	SHOW(cuLaunchGrid(k, 0, 1));
	SHOW(cuParamSetSize(a, 39));
	SHOW(cuLaunch(a));
	SHOW(cuParamSetSize(a, 5000));
	SHOW(cuParamSetSize(k, 4));
	SHOW(cuLaunch(k));
	CUDA_LAUNCH_PARAMS p = {};
	CUstream s;
	CU(cuStreamCreate(&s, 0));
	p.function = k;
	p.gridDimX = p.gridDimY = p.gridDimZ = p.blockDimX = p.blockDimY = p.blockDimZ = 1;
	SHOW(cuLaunchCooperativeKernelMultiDevice(&p, 1, 0));
	p.hStream = s;
	SHOW(cuLaunchCooperativeKernelMultiDevice(&p, 1, 0));
	SHOW(cuLaunchCooperativeKernelMultiDevice(&p, 0, 0));
	SHOW(cuLaunchCooperativeKernelMultiDevice(&p, 1, 4));
}

/* .maxntid is a limit that functions tell, .reqntid is not. */
static void bounds() {
	for (const char *name : {"bounded", "demanded"}) {
		int most, best, grid;
		CU(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, find(name)));
		CU(cuOccupancyMaxPotentialBlockSize(&grid, &best, find(name), nullptr, 0, 0));
		printf("%s: %d threads, best %d\n", name, most, best);
		for (unsigned n : {64, 128, 129})
			printf("  %u: %d\n", n, cuLaunchKernel(find(name), 1, 1, 1, n, 1, 1, 0, nullptr, nullptr, nullptr));
	}
}

int main() {
	CUcontext c;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	CU(cuModuleLoadData(&module, ptx));
	attributes();
	blocks_of_parameters();
	old();
	bounds();
	SHOW(cuCtxSynchronize());
	return 0;
}
