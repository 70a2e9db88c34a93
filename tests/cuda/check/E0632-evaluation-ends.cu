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
constexpr int sum(int a) { return a + 1; }
constexpr int product(int a) { return a * 65536; }
constexpr int opposite(int a) { return -a; }
constexpr int next(int a) { return ++a; }
constexpr long long quotient(long long a) { return a / -1; }
constexpr __int128 wide(__int128 a) { return a + a; }
constexpr int beyond() {
	int a[2] = {1, 2}, *p = a + 3;
	return p == a;
}
constexpr int before() {
	int a[2] = {1, 2}, *p = a;
	--p;
	return p < a;
}
constexpr int unset() {
	int a;
	return a;
}
constexpr int constant() {
	const int i = 3;
	const_cast<int &>(i) = 4;
	return i;
}
constexpr int &dangling() {
	int x = 3;
	return x;
}
constexpr int order() {
	int a = 0, b = 0;
	return &a < &b;
}
constexpr int distance() {
	int a = 0, b = 0;
	return &a - &b;
}
constexpr int from_null(int *p) { return p + 1 == nullptr; }
constexpr int kept() {
	new int(3);
	return 3;
}
constexpr int twice() {
	int *p = new int;
	delete p;
	delete p;
	return 3;
}
constexpr int after() {
	int *p = new int(3);
	delete p;
	return *p;
}
constexpr int not_given() {
	int *p = new int, v = *p;
	delete p;
	return v;
}
constexpr int not_new() {
	int i = 3;
	delete &i;
	return i;
}
constexpr int vast(long long n) {
	char *p = new char[n];
	delete[] p;
	return 0;
}
struct ends {
	int x;
	~ends() {}
};
constexpr int unending() {
	ends e{3};
	return e.x;
}
constexpr __int128 hundred = (__int128)1 << 100;
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
	constexpr int v11 = hundred < sum(2147483647);
	constexpr int v12 = product(65536);
	constexpr int v13 = opposite(-2147483647 - 1);
	constexpr int v14 = next(2147483647);
	constexpr int v15 = quotient(-9223372036854775807 - 1);
	constexpr int v16 = wide(hundred << 26) > 0;
	constexpr int v17 = beyond();
	constexpr int v18 = before();
	constexpr int v19 = unset();
	constexpr int v20 = constant();
	constexpr int v21 = dangling();
	constexpr int v22 = order();
	constexpr int v23 = distance();
	constexpr int v24 = from_null(nullptr);
	constexpr int v25 = kept();
	constexpr int v26 = twice();
	constexpr int v27 = after();
	constexpr int v28 = not_given();
	constexpr int v29 = not_new();
	constexpr int v30 = vast(1ll << 40);
	constexpr int v31 = unending();
	constexpr unsigned v32 = (unsigned)-1.5;
	constexpr int v33 = (int)3e9;
	int array[hundred];
}
