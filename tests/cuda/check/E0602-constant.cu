template <int N> constexpr int down() { return down<N + 1>() + 1; }
__global__ void k(int *p) {
	constexpr int n = down<0>();
	*p = n;
}
