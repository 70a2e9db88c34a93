// Each launch makes one access of memory, by a rule that says which element each lane takes. patterns.txt has what
// the counters of an H200 said of each, in the order of the launches. SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// The element of lane l, or -1: the lane takes no part.
__host__ __device__ inline int element(int rule, int l) {
	switch (rule) {
	case 0: return l;
	case 1: return 0;
	case 2: return 2 * l;
	case 3: return 3 * l;
	case 4: return 4 * l;
	case 5: return 8 * l;
	case 6: return 16 * l;
	case 7: return 32 * l;
	case 8: return 31 - l;
	case 9: return l / 2;
	case 10: return l % 16;
	case 11: return l & 1 ? l : -1;
	case 12: return l < 16 ? l : -1;
	case 13: return l < 16 ? 2 * l : 2 * (l - 16) + 1;
	case 14: return l % 4 * 8 + l / 4;
	case 15: return 33 * l;
	case 16: return l < 8 ? l : -1;
	case 17: return l & 3 ? -1 : 2 * l;
	case 18: return l < 8 ? 32 * l : l;
	case 19: return l + 1;
	case 20: return l + 5;
	case 21: return l == 7 ? 9 : -1;
	case 22: return l % 8 * 4 + l / 8;
	case 23: return l < 16 ? 0 : 32;
	default: { // anywhere in 64 or 1024 elements; from 32 on half of the lanes
		unsigned h = (l + 1) * 2654435761u + rule * 40503u;
		h ^= h >> 15;
		h *= 2246822519u;
		h ^= h >> 13;
		return rule >= 32 && h >> 31 ? -1 : h >> 4 & (rule & 1 ? 1023 : 63);
	}
	}
}

template <class T> __global__ void shared_load(T *out, int rule) {
	extern __shared__ char memory[];
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = ((T *)memory)[i];
}

template <class T> __global__ void shared_store(T *out, int rule) {
	extern __shared__ char memory[];
	int l = threadIdx.x, i = element(rule, l);
	T v = out[l];
	if (i >= 0)
		((T *)memory)[i] = v;
	__syncthreads();
	out[l] = ((T *)memory)[0];
}

template <class T> __global__ void shared_exchange(T *out, int rule) {
	extern __shared__ char memory[];
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = atomicExch(&((T *)memory)[i], (T)l);
}

__global__ void shared_add(unsigned *out, int rule) {
	extern __shared__ char memory[];
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = atomicAdd(&((unsigned *)memory)[i], l);
}

template <class T> __global__ void global_load(T *out, T *in, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = in[i];
}

template <class T> __global__ void global_store(T *in, T *out, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	T v = in[l];
	if (i >= 0)
		out[i] = v;
}

__global__ void global_add(unsigned *out, unsigned *at, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = atomicAdd(&at[i], l);
}

__global__ void global_exchange(unsigned long long *out, unsigned long long *at, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		out[l] = atomicExch(&at[i], l);
}

__global__ void global_reduce(unsigned *at, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	if (i >= 0)
		atomicAdd(&at[i], l + 1);
}

__global__ void local_store(unsigned *out, int rule) {
	int l = threadIdx.x, i = element(rule, l);
	volatile unsigned a[1100];
	if (i >= 0) {
		a[i] = l;
		out[l] = a[i];
	}
}

static char *out, *at;

template <class T> static void each(int rules) {
	for (int r = 0; r < rules; r++) {
		shared_load<T><<<1, 32, 1100 * sizeof(T)>>>((T *)out, r);
		shared_store<T><<<1, 32, 1100 * sizeof(T)>>>((T *)out, r);
		global_load<T><<<1, 32>>>((T *)out, (T *)at, r);
		global_store<T><<<1, 32>>>((T *)out, (T *)at, r);
	}
}

int main() {
	cudaMalloc(&out, 1 << 20);
	cudaMalloc(&at, 1 << 20);
	each<unsigned char>(22);
	each<short>(22);
	each<unsigned>(34);
	each<unsigned long long>(34);
	each<uint4>(34);
	for (int r = 0; r < 34; r++) {
		shared_exchange<unsigned><<<1, 32, 4400>>>((unsigned *)out, r);
		shared_exchange<unsigned long long><<<1, 32, 8800>>>((unsigned long long *)out, r);
		shared_add<<<1, 32, 4400>>>((unsigned *)out, r);
		global_add<<<1, 32>>>((unsigned *)out, (unsigned *)at, r);
		global_exchange<<<1, 32>>>((unsigned long long *)out, (unsigned long long *)at, r);
		global_reduce<<<1, 32>>>((unsigned *)at, r);
		local_store<<<1, 32>>>((unsigned *)out, r);
	}
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
