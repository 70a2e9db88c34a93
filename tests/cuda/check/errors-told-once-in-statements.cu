// What has been reported is not reported again by what stands around it: one error a line.
namespace std { template <class T> struct initializer_list { const T *p; unsigned long n; __device__ const T *begin() const { return p; } __device__ const T *end() const { return p + n; } }; }
struct pair { int a, b; int sum() const { return a + b; } int operator()(int x) { return x; } int operator[](int i) { return i; } };
struct base { int x; };
struct derived : base { __device__ derived(int x) { base::x = x; } };
struct holds { pair p; int n[2]; };
union either { int i; float f; };
enum class colour { red };
template <class T> struct box { T t; __device__ box(T x) : t(x) {} };
template <class T> __device__ T same(T x) { return x; }
__device__ int twice(int x) { return 2 * x; }
__device__ int over(int x, int y = 0);
__device__ int over(float x);
__global__ void k(int *p, pair q, const pair r, int n) {
	asm("mov.u32 %0, %1;" : "=r"(p[0]) : "r"(nope));
	asm("mov.u32 %0, 1;" : "=r"(nope));
	if (nope) p[0] = 1;
	if (int z = nope) p[0] = z;
	if (int z = 1; nope) p[0] = z;
	if constexpr (nope) p[0] = 1;
	while (nope) p[0] = 1;
	while (int z = nope) p[0] = z;
	do p[0] = 1; while (nope);
	for (nope; n;) break;
	for (int i = nope; i < n; i++) break;
	for (int i = 0; nope; i++) break;
	for (int i = 0; i < n; nope) break;
	for (int i : nope) p[0] = i;
	for (nope i : {1, 2}) p[0] = 1;
	for (int i : {1, nope}) p[0] = i;
	switch (nope) { case 1: break; }
	switch (n) { case nope: break; }
	switch (n) { case 1 ... nope: break; }
	int d1 = nope;
	int d2(nope);
	int d3{nope};
	int d4[nope];
	int d5[] = {1, nope};
	int d6[2] = {nope};
	nope d7;
	nope *d8;
	box<int, nope> d10(1);
	auto d11 = nope;
	auto d12 = {1, nope};
	auto [d13, d14] = nope;
	auto &[d15, d16] = q.nope;
	pair d17 = nope;
	pair d18 = {nope};
	pair d19 = {.a = nope};
	pair d20[2] = {{1, 2}, {nope, 4}};
	either d21 = {nope};
	either d22 = {.f = nope};
	const int d23 = nope, d24 = d23 + 1;
	constexpr int d25 = nope;
	static int d26 = nope;
	__shared__ nope d27[3];
	decltype(nope) d28;
	int &d29 = nope;
	int (*d30)(int) = nope;
	int d31 = nope::value, d32 = d31;
	int d33 = pair::nope;
	colour d34 = colour::nope;
	using d35 = nope;
	typedef nope d36;
	static_assert(nope, "");
	static_assert(sizeof(nope) == 4);
	p[0] = d1 + d2 + d3 + d11 + d13 + d16 + d17.a + d23 + d24 + d25 + d29 + d33 + (int)d34;
	goto nope_label;
	k<<<nope, 1>>>(p, q, r, n);
	return nope;
}
