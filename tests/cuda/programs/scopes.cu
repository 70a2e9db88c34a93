/* scopes.cu - names in blocks, packs of bases, conversions, qualifiers of members and more.
 * SPDX-License-Identifier: Apache-2.0 */
// build: --expt-relaxed-constexpr -diag-suppress=68,20012
#include <cooperative_groups.h>
#include <cstdio>
#include <tuple>
#include <utility>
namespace outer {
namespace inner {
struct T {
	int v;
};
__device__ int get(T t) {
	return t.v;
}
enum class M { a = 5 };
template <class U> struct Tm { U u; };
__device__ int ov(int) {
	return 1;
}
__device__ int ov(float) {
	return 2;
}
} // namespace inner
using inner::get;
} // namespace outer
struct DMI {
	int a = 3;
	int b = a * 2;
	int c{b + 1};
	__device__ DMI() = default;
	__device__ explicit DMI(int x) : DMI() {
		a = x;
	}
	__device__ DMI(int x, int y) : a(x), b(y) {
	}
};
struct Inh : DMI {
	using DMI::DMI;
	int d = 9;
};
struct Conv {
	int v;
	template <class T> __device__ operator T() const {
		return T(v);
	}
};
struct OpNew {
	int v;
	static __device__ void *operator new(size_t n, char *buf) {
		return buf;
	}
	static __device__ void *operator new(size_t n) {
		return ::operator new(n);
	}
	static __device__ void operator delete(void *p) {
		::operator delete(p);
	}
};
class Fr {
	int s = 4;
	friend __device__ int peek(const Fr &f) {
		return f.s;
	}
	friend struct Peeker;
};
struct Peeker {
	__device__ static int p(Fr &f) {
		return ++f.s;
	}
};
struct Ov {
	int v[2] = {1, 2};
	__device__ int &at(int i) {
		return v[i];
	}
	__device__ const int &at(int i) const {
		return v[i];
	}
	__device__ int (&arr())[2] {
		return v;
	}
	__device__ int f() & {
		return 1;
	}
	__device__ int f() && {
		return 2;
	}
	static __device__ int sf(int x) {
		return x + 1;
	}
};
struct BF {
	unsigned a : 4, b : 4;
	int c : 3;
	unsigned : 0;
	unsigned d : 8;
};
struct Al {
	char c;
	alignas(16) float f[2];
};
template <class... B> struct Multi : B... {
	__device__ Multi(B... b) : B(b)... {
	}
	__device__ int sum() {
		return (B::val() + ...);
	}
};
struct X1 {
	int x;
	__device__ int val() {
		return x;
	}
};
struct X2 {
	int y;
	__device__ int val() {
		return y * 10;
	}
};
struct Tuple3 {
	int a;
	float b;
	char c;
};
template <size_t I> __device__ auto get(const Tuple3 &t) {
	if constexpr (I == 0)
		return t.a;
	else if constexpr (I == 1)
		return t.b;
	else
		return t.c;
}
template <class T> __device__ T acc(T t) {
	return t;
}
template <class T, class... R> __device__ T acc(T t, R... r) {
	return t + acc<T>(r...);
}
__device__ int fibm(int n, int *memo) {
	if (n < 2)
		return n;
	int &m = memo[n];
	return m ? m : (m = fibm(n - 1, memo) + fibm(n - 2, memo));
}
template <int N> struct Loop {
	template <class F> static __device__ void run(F &&f) {
		Loop<N - 1>::run(f);
		f(N - 1);
	}
};
template <> struct Loop<0> {
	template <class F> static __device__ void run(F &&) {
	}
};
template <class T, T... vs> struct Seq {
	static constexpr T arr[] = {vs...};
	static __device__ constexpr int len() {
		return sizeof...(vs);
	}
};
union Un {
	int i;
	float f;
	unsigned char b[4];
	__device__ Un(int x) : i(x) {
	}
};
typedef int (*BinOp)(int, int);
__device__ BinOp pick(char c) {
	switch (c) {
	case '+': return [](int a, int b) { return a + b; };
	case '*': return [](int a, int b) { return a * b; };
	default: return nullptr;
	}
}
__global__ void k(int *o) {
	int n = 0;
	namespace in = outer::inner;
	using in::T;
	using outer::inner::ov;
	T t{7};
	o[n++] = get(t) + outer::get(t) + (int)in::M::a;
	in::Tm<float> tm{2.5f};
	o[n++] = (int)(tm.u * 2) + ov(1) * 10 + ov(1.f);
	namespace cg = cooperative_groups;
	cg::thread_block blk = cg::this_thread_block();
	o[n++] = blk.size();
	{
		using namespace cooperative_groups;
		auto g = this_thread_block();
		o[n++] = (int)g.thread_rank();
	}
	DMI d(5), d2(1, 2);
	Inh ih(4);
	o[n++] = d.a * 100 + d.b * 10 + d.c;
	o[n++] = d2.c + ih.a * 10 + ih.d;
	Conv cv{3};
	int ci = cv;
	float cf = cv;
	o[n++] = ci + (int)(cf * 2);
	alignas(8) char buf[8];
	OpNew *on = new (buf) OpNew{8};
	OpNew *oh = new OpNew{5};
	o[n++] = on->v + oh->v;
	delete oh;
	Fr fr;
	o[n++] = peek(fr) + Peeker::p(fr);
	Ov ovv;
	const Ov &co = ovv;
	ovv.at(0) = 9;
	o[n++] = co.at(0) + ovv.arr()[1] + ovv.f() + Ov().f() * 10 + Ov::sf(1) * 100;
	int (Ov::*mf)(int) = nullptr;
	o[n++] = mf == nullptr;
	int (*sfp)(int) = Ov::sf;
	o[n++] = sfp(4);
	BF b{};
	b.a = 15;
	b.a++;
	b.b = 7;
	b.c = -3;
	b.d = 300;
	b.b |= 8;
	o[n++] = b.a + b.b * 10 + b.c + b.d * 1000;
	o[n++] = sizeof(BF) + sizeof(Al);
	Multi m(X1{2}, X2{3});
	o[n++] = m.sum();
	Tuple3 t3{1, 2.5f, 'z'};
	o[n++] = get<0>(t3) + (int)(get<1>(t3) * 2) + get<2>(t3);
	o[n++] = acc(1, 2, 3, 4) + (int)acc(1.5, 2, 3);
	int memo[20] = {};
	o[n++] = fibm(15, memo);
	int s = 0;
	Loop<5>::run([&](int i) { s += i * i; });
	o[n++] = s;
	o[n++] = Seq<int, 4, 5, 6>::len() + Seq<int, 4, 5>::len();
	Un u(0x3f800000);
	o[n++] = (int)u.f + u.b[3];
	o[n++] = pick('+')(3, 4) * 100 + pick('*')(3, 4);
	auto fac = [](auto &&self, int x) -> int {
		return x < 2 ? 1 : x * self(self, x - 1);
	};
	o[n++] = fac(fac, 5);
	int cap = 3;
	auto outerl = [cap, &s](int x) {
		auto innerl = [=](int y) { return x * y + cap; };
		s++;
		return innerl(2);
	};
	o[n++] = outerl(4) + s;
	auto mut = [c = 0]() mutable { return ++c; };
	mut();
	o[n++] = mut();
	const char *str = "con"
			  "cat";
	o[n++] = str[3] + (int)sizeof("a"
	                              "b");
	o[n++] = R"x(a\n)x"[1];
	o[n++] = __LINE__ > 10;
	(s > 2 ? s : cap) = 50;
	o[n++] = s;
	int arr2[2][3] = {{1, 2, 3}, {4, 5, 6}};
	int tot = 0;
	for (auto &row : arr2)
		for (int v : row)
			tot += v;
	for (int(*p)[3] = arr2; p != arr2 + 2; ++p)
		tot += (*p)[0];
	o[n++] = tot;
	unsigned char uc = 255;
	uc += 2;
	signed char sc = (signed char)0x80;
	o[n++] = uc + (sc >> 1) + (unsigned char)sc;
	o[n++] = (1u << 31 >> 31) + (int)(0xffffffffu + 2) + (-1 >> 1);
	long long ll = -9223372036854775807LL - 1;
	o[n++] = (int)(ll >> 60) + (int)((unsigned long long)ll >> 60);
	float ff = 1e10f;
	o[n++] = (int)ff == 2147483647;
	o[n++] = (unsigned)3.99f + (int)-3.99;
	short sh = 40000;
	o[n++] = sh;
	bool bo = 2;
	o[n++] = bo + true;
	char ch = 'a';
	ch ^= ' ';
	o[n++] = ch;
	int w = 0;
	for (int i = 0, j = 5; i < j; ++i, j--) {
		if (i == 1)
			continue;
		w += i * j;
	}
	while (w-- > 0)
		if (w < 3)
			break;
	o[n++] = w;
	int x = 4;
	switch (x) {
	default: o[n] = 9; break;
	case 1 ... 3: o[n] = 1; break;
	case 4: {
		int y = x;
		o[n] = y * 2;
	}
	}
	n++;
	int i2 = 0;
	i2 = i2++ + 1;
	auto &&rr = x + 1;
	rr++;
	o[n++] = rr;
	x = 11;
	o[n++] = x;
	auto [p, q] = std::pair<int, int>{3, 4};
	auto sw = [&] {
		std::pair<int, int> z{q, p};
		return z.first * 10 + z.second;
	};
	o[n++] = sw();
	void *vp = &x;
	o[n++] = *reinterpret_cast<int *>(reinterpret_cast<unsigned long>(vp));
	int *np = new int[3]();
	o[n++] = np[2];
	delete[] np;
	if (auto *pp = &x; *pp > 3)
		o[n++] = 1;
	extern __shared__ float dyn[];
	dyn[0] = 3;
	o[n++] = (int)dyn[0];
	static int counter = 5;
	o[n++] = counter++;
	o[63] = n;
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	for (int i = 0; i < 64; i++)
		o[i] = 0;
	k<<<1, 1, 64>>>(o);
	auto e = cudaDeviceSynchronize();
	for (int i = 0; i < 64; i++)
		printf("%d ", o[i]);
	printf("%s\n", cudaGetErrorString(e));
}
