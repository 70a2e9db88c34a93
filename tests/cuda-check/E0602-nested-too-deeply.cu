template <int N> struct tower { static constexpr int height = tower<N + 1>::height; };
__global__ void templates(int *p) { *p = tower<0>::height; }

constexpr int forever(int n) { return forever(n + 1); }
__global__ void evaluation(int *p) {
	constexpr int n = forever(0);
	*p = n;
}

template <int N> __device__ auto down() { return down<N + 1>(); }
__global__ void functions() { down<0>(); }
