// typedefs.cpp - cudaTypedefs.h: pointers of its types take what cuGetProcAddress returns, and work.
// SPDX-License-Identifier: Apache-2.0
#include "show.h"

#include <cudaProfilerTypedefs.h>
#include <cudaTypedefs.h>
#include <type_traits>

// A name without a version is of the form that the function's name stands for; a twin differs by its name only.
static_assert(std::is_same<PFN_cuMemAlloc, PFN_cuMemAlloc_v3020>::value, "not the newest");
static_assert(!std::is_same<PFN_cuGetProcAddress, PFN_cuGetProcAddress_v11030>::value, "not the newest");
static_assert(std::is_same<PFN_cuMemcpyHtoD_v3020, PFN_cuMemcpyHtoD_v7000_ptds>::value, "since 7.0");
static_assert(std::is_same<PFN_cuGraphLaunch_v10000, PFN_cuGraphLaunch_v10000_ptsz>::value, "since it is there");
static_assert(std::is_same<PFN_cuProfilerStart, PFN_cuProfilerStart_v4000>::value, "without parameters");
static_assert(std::is_same<PFN_cuGetProcAddress_v12000, decltype(&cuGetProcAddress_v2)>::value, "two of a name");

template <typename F> static F entry(const char *name, int version, cuuint64_t flags = CU_GET_PROC_ADDRESS_DEFAULT) {
	void *at = nullptr;
	CUdriverProcAddressQueryResult found;
	CU(cuGetProcAddress(name, &at, version, flags, &found));
	printf("%s of %d: %s\n", name, version, found == CU_GET_PROC_ADDRESS_SUCCESS && at ? "found" : "NOT FOUND");
	return (F)at;
}

int main() {
	CU(cuInit(0));
	CUcontext context;
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	auto alloc = entry<PFN_cuMemAlloc>("cuMemAlloc", 13000);
	auto upload = entry<PFN_cuMemcpyHtoD_v3020>("cuMemcpyHtoD", 4000);
	auto download = entry<PFN_cuMemcpyDtoH_v7000_ptds>("cuMemcpyDtoH", 13000,
	                                                   CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
	auto release = entry<PFN_cuMemFree_v3020>("cuMemFree", 13000);
	CUdeviceptr p;
	int sent = 42, received = 0;
	CU(alloc(&p, sizeof sent));
	CU(upload(p, &sent, sizeof sent));
	CU(download(&received, p, sizeof received));
	CU(release(p));
	printf("there and back: %d\n", received);
	CU(cuDevicePrimaryCtxRelease(0));
}
