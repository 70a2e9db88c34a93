// 200 functions, which nvcc takes, and 300; classes and results as deep as they may.
template <int N> __device__ int sum() {
	if constexpr (N == 0)
		return 0;
	else
		return sum<N - 1>() + N;
}
template <int N> __device__ auto result() {
	if constexpr (N == 0)
		return 0;
	else
		return result<N - 1>() + N;
}
template <int N> struct tower {
	static constexpr int height = tower<N - 1>::height + 1;
};
template <> struct tower<0> {
	static constexpr int height = 0;
};
__global__ void k(int *p) { *p = sum<200>() + sum<300>() + sum<399>() + result<120>() + tower<120>::height; }
