constexpr int forever(int n) { return forever(n + 1); }
__global__ void evaluation(int *p) {
	constexpr int n = forever(0);
	*p = n;
}
