/* spellings.cu - specifiers, literals and declarators in their many spellings.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -diag-suppress=174
#include <cstdint>
#include <cstdio>
#include <vector>
#define DEV __device__ __forceinline__
#define HD __host__ __device__
template <typename T> HD inline T clampv(const T v, const T lo, const T hi) {
	return v < lo ? lo : (v > hi ? hi : v);
}
struct alignas(8) Half2 {
	uint16_t x, y;
};
typedef struct __align__(16) {
	float v[4];
}
Vec4;
struct Packed {
	char c;
	int i;
} __attribute__((packed));
enum : uint8_t { FLAG_A = 1 << 0, FLAG_B = 1 << 1, FLAG_C = FLAG_A | FLAG_B };
using Fn = int (*)(int);
using Arr = int[4];
typedef int Mat3[3][3];
DEV int sq(int x) {
	return x * x;
}
DEV constexpr int cube(int x) {
	return x * x * x;
}
__nv_pure__ static DEV unsigned rotl(unsigned x, unsigned n) {
	return (x << n) | (x >> (32 - n));
}
__device__ __noinline__ void out3(int *__restrict a, int &b, int *&c) {
	*a = 1;
	b = 2;
	c = a;
}
__device__ int defarg(int a, int b = cube(2), int c = 3) {
	return a + b * 10 + c * 100;
}
__device__ auto trail(int a) -> decltype(a * 1.5f) {
	return a * 1.5f;
}
__device__ decltype(auto) ref(int &x) {
	return (x);
}
__device__ void noop(...) {
}
class Rng {
	unsigned s;

      public:
	DEV explicit Rng(unsigned seed) : s(seed ? seed : 1u) {
	}
	DEV unsigned operator()() {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		return s;
	}
	template <typename F> DEV F uniform() {
		return F((*this)() >> 8) * F(1.0 / 16777216.0);
	}
};
template <class T, int N> struct FixedArray {
	T data_[N];
	using iterator = T *;
	using const_iterator = const T *;
	DEV T &operator[](int i) {
		return data_[i];
	}
	DEV const T &operator[](int i) const {
		return data_[i];
	}
	DEV iterator begin() {
		return data_;
	}
	DEV iterator end() {
		return data_ + N;
	}
	DEV const_iterator cbegin() const {
		return data_;
	}
	static constexpr int size() {
		return N;
	}
	DEV T sum() const {
		T s{};
		for (auto &v : data_)
			s += v;
		return s;
	}
	template <class U> DEV FixedArray<U, N> cast() const {
		FixedArray<U, N> r;
		for (int i = 0; i < N; ++i)
			r[i] = static_cast<U>(data_[i]);
		return r;
	}
	DEV bool operator==(const FixedArray &o) const {
		for (int i = 0; i < N; i++)
			if (!(data_[i] == o.data_[i]))
				return false;
		return true;
	}
};
struct Op {
	enum Type { Add, Mul } type;
	int val;
	DEV int apply(int x) const {
		switch (type) {
		case Add: return x + val;
		case Mul: return x * val;
		}
		return 0;
	}
};
__constant__ Op prog[] = {{Op::Add, 3}, {Op::Mul, 4}, {Op::Add, -1}};
__device__ const char *const names[] = {"add", "mul"};
__device__ int grid2[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant__ int *cptr;
extern __shared__ __align__(16) unsigned char smem[];
__global__ __launch_bounds__(64) void k(int *__restrict__ o, const unsigned char *in,
                                        size_t n_, const Vec4 v4, const int2 dims) {
	const int tid = threadIdx.x + blockIdx.x * blockDim.x;
	if (tid != 0)
		return;
	int n = 0;
	o[n++] = clampv(15, 0, 10) + clampv<float>(.5f, 0.f, 1.f) * 4;
	Arr ar = {1, 2, 3};
	Mat3 m3 = {{1}, {0, 1}, {0, 0, 1}};
	o[n++] = ar[1] + ar[3] + m3[2][2];
	o[n++] = FLAG_C;
	o[n++] = sizeof(Packed) + sizeof(Vec4) + alignof(Half2);
	o[n++] = rotl(0x80000001u, 1);
	int a, b, *c;
	out3(&a, b, c);
	o[n++] = a + b + *c;
	o[n++] = defarg(1) + defarg(1, 2);
	o[n++] = (int)trail(3);
	int z = 5;
	ref(z) = 9;
	o[n++] = z;
	Rng r(7);
	unsigned acc = 0;
	for (int i = 0; i < 5; i++)
		acc += r();
	o[n++] = acc;
	o[n++] = (int)(r.uniform<double>() * 1000) +
	         (int)(r.template uniform<float>() * 10);
	FixedArray<int, 4> fa{{1, 2, 3, 4}};
	auto fd = fa.cast<double>();
	fd[0] += .5;
	o[n++] = fa.sum() + (int)(fd.sum() * 2) + (fa == fa) + *fa.cbegin();
	int x = 1;
	for (const auto &op : prog)
		x = op.apply(x);
	o[n++] = x;
	o[n++] = names[1][0];
	o[n++] = grid2[1][2] + (&grid2[0][0])[4];
	auto *sf = reinterpret_cast<float *>(smem);
	auto &si = *reinterpret_cast<int(*)[4]>(smem + 16);
	sf[0] = 1.5f;
	si[2] = 7;
	o[n++] = (int)(sf[0] * 2) + si[2];
	const uchar4 *p4 = reinterpret_cast<const uchar4 *>(in);
	o[n++] = p4->x + p4[0].w;
	o[n++] = *(const unsigned short *)(in + 2);
	uint32_t w = *reinterpret_cast<const uint32_t *>(in);
	o[n++] = w;
	o[n++] = (int)v4.v[3] + dims.x * dims.y;
	int i = 0, j = 10;
	while (i < j)
		i += 2, --j;
	o[n++] = i * 100 + j;
	for (int q = 0, e = 4; q < e; q += 2)
		o[n] += q;
	n++;
	if (int t = o[0]; t > 5 && n)
		o[n++] = t;
	else if (t == 3)
		o[n++] = -3;
	else {
		o[n++] = 0;
	}
	unsigned long long big = 1ull << 33 | 5;
	o[n++] = (int)(big >> 32) + (int)(big & 0xf);
	o[n++] = (int)0x7fffffff + 0;
	o[n++] = 017 + 0x1F + 0b11 + 1'000;
	o[n++] = '\n' + '\\' + '\x7f' + '\101';
	o[n++] = (int)1e3 + (int)1.5e-1f + (int)0x1p4;
	o[n++] = sizeof(L"ab") + sizeof(u8"ab");
	o[n++] = -(-5) - -3;
	o[n++] = i++ + j;
	o[n++] = !!x;
	o[n++] = (1, 2, 3);
	bool bb = x;
	o[n++] = bb;
	float fl = 7;
	int tr = fl / 2;
	o[n++] = tr;
	o[n++] = (char)65;
	int (*fp)(int, int, int) = &defarg;
	o[n++] = (*fp)(1, 1, 1) + fp(0, 0, 0);
	Fn fns[2] = {sq, nullptr};
	o[n++] = fns[0](3) + (fns[1] == nullptr);
	int *const pc = &z;
	*pc = 4;
	const int *cp = &z;
	o[n++] = *cp;
	int **pp = &c;
	**pp = 8;
	o[n++] = a;
	void *vp = &z;
	o[n++] = *static_cast<int *>(vp);
	char buf[8];
	char *bp = buf;
	*bp++ = 'a';
	*bp++ = 'b';
	*bp = 0;
	o[n++] = bp - buf + buf[1];
	{
		int z = 100;
		o[n++] = z;
	}
	o[n++] = ::max(3, 4) + ::min(1, 2);
	struct {
		int a, b;
	} an = {1, 2};
	o[n++] = an.a + an.b;
	static const float tab[3] = {1.f, 2.f, 3.f};
	o[n++] = (int)tab[n % 3] > 0;
	volatile int vi = 3;
	vi = vi + 1;
	o[n++] = vi;
	noop(1, 2.0, "x");
	[[maybe_unused]] int un;
	asm volatile("" ::: "memory");
	do {
		if (n > 1000)
			break;
	} while (0);
lab:
	if (z++ < 7)
		goto lab;
	o[n++] = z;
	return (void)(o[63] = n);
}
int main() {
	int *o;
	unsigned char *in;
	cudaMallocManaged(&o, 256);
	cudaMallocManaged(&in, 16);
	for (int i = 0; i < 64; i++)
		o[i] = 0;
	for (int i = 0; i < 16; i++)
		in[i] = i * 17;
	Vec4 v = {{1, 2, 3, 4}};
	k<<<dim3(1, 1, 1), 64, 256>>>(o, in, 5, v, make_int2(3, 4));
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 64; i++)
		printf("%d ", o[i]);
	puts("");
}
