// dots_without_comma.cu - `T...` at the end of the parameters, where T is no pack: an ellipsis of C without its comma
// ([dcl.fct]/25).
#include <cstdio>

template <class T> struct first {
	__host__ __device__ T operator()(T const &a, T const &...) const { return a; }
	__host__ __device__ T operator()(T const &a) const { return 2 * a; }
};
template <class... T> __host__ __device__ int count(T...) { return sizeof...(T); }
template <class... T> __host__ __device__ int count_refs(T const &...) { return 10 * sizeof...(T); }
template <class... T> struct counter {
	__host__ __device__ int operator()(T *...) const { return 100 * sizeof...(T); }
};
template <class U> __host__ __device__ int c_like(U...) { return 5; }
__host__ __device__ int plain(int...) { return 3; }

__host__ __device__ void all(int *out) {
	int x = 0;
	out[0] = first<int>()(7);
	out[1] = first<int>()(7, 8) + (int)first<float>()(1.f, 2.f, 3.f);
	out[2] = count(1, 2.f);
	out[3] = count_refs(x, x, x);
	out[4] = counter<int, int>()(&x, &x);
	out[5] = c_like(1, 2.0) + plain(1, 2.0);
}

__global__ void kernel(int *out) { all(out); }

int main() {
	int *p, back[6], host[6];
	cudaMalloc(&p, sizeof back);
	kernel<<<1, 1>>>(p);
	cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
	all(host);
	for (int i = 0; i < 6; i++)
		printf("%d %d\n", back[i], host[i]);
}
