struct plain { int a; };
struct maker { int a; __device__ maker() : a(1) {} };
struct ender { int a; __device__ ~ender() {} };
__device__ int named(int parameter) {
	int a, b = 2;
	const int c = 4;
	constexpr int d = 5;
	static int e;
	__shared__ int f[3];
	plain g = {1};
	maker h;
	ender i;
	[[maybe_unused]] int j;
	int k __attribute__((unused));
	int &l = parameter;
	int m = sizeof(m), n;
	(void)n;
	for (int o = 0;;) break;
	if (int p = parameter) return 1;
	int q[2] = {}; for (int s : q) parameter++;
	while (parameter) { int r; }
	return 0;
}
__device__ int used_inside() {
	constexpr int a = 3;
	static int b;
	int c = 1, d = 2;
	auto e = [=] { return c; };
	auto f = [] { return a; };
	struct g { __device__ int h() { return b; } };
	return e() + f() + g().h();
}
template <class T> __device__ T in_template(T x) { int a; T b; return x; }
__device__ int instance() { return in_template(1); }
__device__ int unseen(int x) { int a; if constexpr (sizeof(int) == 8) return a; return x; }
__device__ int refused(int x) { int a; return y; }
__device__ void only_in_asm() { int a; asm("mov.u32 %0, 1;" : "=r"(a)); }
#pragma nv_diag_suppress 177, 186
__device__ bool silent(unsigned u) { int a; return u < 0; }
#pragma nv_diagnostic push
#pragma nv_diag_default 177
__device__ bool half_silent(unsigned u) { int b; return u < 0; }
#pragma nv_diagnostic pop
__device__ bool silent_again() { int c; return true; }
_Pragma("nv_diag_default 177") __device__ bool loud_again() { int d; return true; }
