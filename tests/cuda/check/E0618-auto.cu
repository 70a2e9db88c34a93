__global__ void nothing() { auto x; }
__global__ void braces() { auto x = {}; }
__device__ auto two(bool b) { if (b) return 1; return 2.0f; }
__device__ auto itself(int n) { return itself(n - 1); }
__global__ void uses() { two(true); itself(1); }
__global__ void pointer(int n) { auto *p = n; }
__device__ int bounds[bounds[0] + 1], sized[sizeof(sized)];
__global__ void local() { __shared__ int own[own[0]]; }
__device__ int of_itself(int k) {
	auto x = x + 1;
	{
		const auto &k = k;
		return x;
	}
}
