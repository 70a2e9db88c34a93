// Templates over type, size and operation, with shared arrays that depend on them.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <type_traits>

template <typename T> struct Add {
	static constexpr T identity = T(0);
	__host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Max {
	static constexpr T identity = T(-1000000);
	__host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T, int N, template <typename> class Op>
__global__ void reduce(const T *in, T *out, int n)
{
	__shared__ T part[N];
	Op<T> op;
	T v = Op<T>::identity;
	for (int i = blockIdx.x * N + threadIdx.x; i < n; i += gridDim.x * N)
		v = op(v, in[i]);
	part[threadIdx.x] = v;
	__syncthreads();
#pragma unroll
	for (int s = N / 2; s > 0; s /= 2) {
		if (threadIdx.x < s)
			part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + s]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}

template <typename T> T *upload(const std::vector<T> &v)
{
	T *p = nullptr;
	cudaMalloc(&p, v.size() * sizeof(T));
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}

template <typename T, int N, template <typename> class Op> void check(const char *name)
{
	std::vector<T> in(3000), out(4);
	for (size_t i = 0; i < in.size(); i++)
		in[i] = T((i * 37) % 101) - T(50);
	T *d = upload(in), *o;
	cudaMalloc(&o, out.size() * sizeof(T));
	reduce<T, N, Op><<<4, N>>>(d, o, (int)in.size());
	cudaMemcpy(out.data(), o, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
	T want = Op<T>::identity, got = want;
	for (T x : in)
		want = Op<T>()(want, x);
	for (T x : out)
		got = Op<T>()(got, x);
	printf("%s<%d>: %g %s\n", name, N, double(got), got == want ? "ok" : "WRONG");
	cudaFree(d);
	cudaFree(o);
}

int main()
{
	check<int, 64, Add>("int add");
	check<float, 128, Max>("float max");
	check<double, 256, Add>("double add");
	check<long long, 32, Max>("long long max");
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
