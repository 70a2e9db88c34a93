// Why an evaluation does not go on.
__device__ int outside;
constexpr int reads() { return outside; }
constexpr int divides(int x) { return 1 / x; }
constexpr int modulo(int x) { return 1 % x; }
constexpr int forever() {
	for (;;)
		;
	return 0;
}
constexpr int past(int i) {
	int a[3] = {1, 2, 3};
	return a[i];
}
constexpr int nothing(const int *p) { return *p; }
constexpr int no_value(int x) {
	if (x)
		return 1;
}
constexpr int shifts(int n) { return 1 << n; }
constexpr int makes(int *p) { return (int)(long long)p; }
int not_constexpr(int x) { return x; }
__global__ void constants() {
	constexpr int v0 = reads();
	constexpr int v1 = divides(0);
	constexpr int v2 = modulo(0);
	constexpr int v3 = forever();
	constexpr int v4 = past(3);
	constexpr int v5 = nothing(nullptr);
	constexpr int v6 = no_value(0);
	constexpr int v7 = (int)1e30;
	constexpr int v8 = shifts(40);
	constexpr int v9 = makes(&outside);
	constexpr int v10 = not_constexpr(1);
	constexpr int v11 = __int128(1) / 0;
}
