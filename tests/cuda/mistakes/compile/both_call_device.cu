// links, -extended-lambda
__device__ int only(int x) { return x; }
__host__ __device__ int calls(int x) { return only(x); }
__host__ __device__ int guarded(int x) {
#ifdef __CUDA_ARCH__
	return only(x);
#else
	return x;
#endif
}
#pragma nv_exec_check_disable
__host__ __device__ int unchecked(int x) { return only(x) + sizeof(only(x)); }
template <class F> __host__ __device__ int applied(F f, int x) { return f(x) + only(x); }
__host__ __device__ int lambdas(int x) {
	auto f = [] __device__(int a) { return only(a); };
	auto g = [] __host__ __device__(int a) { return a; };
	int n = f(x) + g(x) + applied(f, x) + [] __device__(int a) { return a; }(x);
	{
		auto f = [](int a) { return a; };
		n += f(x);
	}
	return n;
}
int discards(int x) {
	if constexpr (sizeof(x) == 8)
		return only(x);
	else if constexpr (sizeof(x) == 2) {
		x += only(x);
	} else
		for (int i = 0; i < 2; i++)
			if (x)
				return x;
	return only(x);
}
int main() {
	auto f = [] __device__(int a) { return a; };
	return f(1);
}
