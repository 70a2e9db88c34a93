// NVRTC has the kernels of explicit instantiations and specialisations, which no host half names.
// build: -lnvrtc -lcuda
#include <cstdio>
#include <cuda.h>
#include <nvrtc.h>
#include <string>

static const char source[] = R"(
namespace n {
template <class T, int N> __global__ void fill(T *p) { p[threadIdx.x] = N + threadIdx.x; }
template <class T> struct box { static __device__ T get() { return 1; } };
template <class T> __global__ void boxed(T *p) { *p = box<T>::get(); }
}
template <> __device__ int n::box<int>::get() { return 5; }
template <> __global__ void n::fill<int, 7>(int *p) { p[threadIdx.x] = -7; }
template __global__ void n::fill<int, 2>(int *);
template __global__ void n::boxed(int *);
template struct n::box<float>;
)";

int main() {
	nvrtcProgram p;
	size_t n = 0;
	const char *option[] = {"-arch=compute_90"};
	nvrtcCreateProgram(&p, source, "p.cu", 0, nullptr, nullptr);
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 1, option)));
	nvrtcGetPTXSize(p, &n);
	std::string ptx(n, 0);
	nvrtcGetPTX(p, &ptx[0]);
	nvrtcDestroyProgram(&p);
	int *o, host[3];
	cudaMalloc(&o, sizeof host);
	CUmodule m;
	printf("%d\n", cuModuleLoadData(&m, ptx.c_str()));
	for (const char *name : {"_ZN1n4fillIiLi7EEEvPT_", "_ZN1n4fillIiLi2EEEvPT_", "_ZN1n5boxedIiEEvPT_", "_ZN1n5boxedIfEEvPT_"}) {
		CUfunction k;
		void *args[] = {&o};
		cudaMemset(o, 0, sizeof host);
		CUresult r = cuModuleGetFunction(&k, m, name);
		if (!r)
			r = cuLaunchKernel(k, 1, 1, 1, 3, 1, 1, 0, nullptr, args, nullptr);
		cudaMemcpy(host, o, sizeof host, cudaMemcpyDeviceToHost);
		printf("%s %d: %d %d %d\n", name, r, host[0], host[1], host[2]);
	}
}
