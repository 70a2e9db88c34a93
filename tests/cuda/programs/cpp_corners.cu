/* corners of the language: nested classes, function pointers, 128-bit integers, inline PTX, static locals
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <cstdio>
#include <type_traits>
struct Outer {
	struct Inner {
		int a = 1;
		__device__ int get() const {
			return a;
		}
	};
	enum { N = 3 };
	typedef int type;
	template <class T> struct Box {
		T t;
		using value_type = T;
	};
	Inner in;
	static __device__ int stat(Inner i) {
		return i.a + N;
	}
};
struct Any {
	union {
		int i;
		float f;
		struct {
			short lo, hi;
		};
	};
	int tag;
};
template <template <class...> class C, class T> struct Rebind { using type = C<T>; };
template <class T> struct P1 { T v; };
template <class T, class = void> struct has_type : std::false_type {};
template <class T> struct has_type<T, std::void_t<typename T::type>> : std::true_type {};
template <int... I> struct seq {};
template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {};
template <int... I> struct mk<0, I...> { using type = seq<I...>; };
template <int... I> __device__ int sumseq(seq<I...>) {
	int a[] = {I...};
	int s = 0;
	for (auto v : a)
		s += v;
	return s;
}
struct A {
	int x;
	__device__ A(int v) : x(v) {
	}
	__device__ int who() const {
		return x;
	}
};
struct B {
	int y;
	__device__ B(int v) : y(v) {
	}
	__device__ int who2() const {
		return y;
	}
};
struct C2 : A, B {
	int z;
	__device__ C2() : A(1), B(2), z(3) {
	}
};
__device__ int f0(int a) {
	return a;
}
__device__ int f1(int a) {
	return a + 1;
}
__device__ int f2(int a) {
	return a * a;
}
typedef int (*Fn)(int);
__device__ Fn fns[3] = {f0, f1, f2};
__constant__ Fn cfns[] = {f2, f1};
template <Fn F> __device__ int callf(int v) {
	return F(v);
}
template <const char *S> struct Str {};
__device__ int g_arr[3][2] = {{1, 2}, {3, 4}, {5}};
__device__ struct {
	int a;
	float b;
} g_anon = {7, 1.5f};
__device__ const char *g_str = "global";
__device__ int *g_ptr = &g_arr[1][1];
__device__ __noinline__ int noin(int a, int b) {
	return a * b + 1;
}
__device__ __noinline__ float2 noin2(float2 a, double d) {
	return make_float2(a.x + d, a.y);
}
struct Big {
	int v[40];
};
__device__ __noinline__ Big big(Big b, int i) {
	b.v[i] = 99;
	return b;
}
__device__ __noinline__ void outp(int *p, int &r) {
	*p = 5;
	r = 6;
}
__device__ int ack(int m, int n) {
	return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
template <class T> struct Stack {
	T d[8];
	int n = 0;
	__device__ void push(const T &t) {
		d[n++] = t;
	}
	__device__ T pop() {
		return d[--n];
	}
	__device__ bool empty() const {
		return !n;
	}
};
__device__ constexpr int sq[] = {0, 1, 4, 9, 16};
constexpr struct { int a, b; } kc = {3, 4};
template <class T> __device__ auto twice(T t) {
	return t + t;
}
template <class T, class U> __device__ decltype(auto) pick(bool b, T &&t, U &&u) {
	return b ? t : u;
}
__device__ void cnt(int &c) {
	static int calls;
	c = atomicAdd(&calls, 1);
}
__host__ __device__ inline int both(int a) {
#ifdef __CUDA_ARCH__
	return a + __CUDA_ARCH__;
#else
	return a;
#endif
}
struct Cnt {
	int *p;
	__device__ Cnt(int *q) : p(q) {
		++*p;
	}
	__device__ Cnt(const Cnt &o) : p(o.p) {
		++*p;
	}
	__device__ ~Cnt() {
		--*p;
	}
};
__global__ void k(int *o, float *fo, unsigned long long *uo, int m) {
	int n = 0, q = 0, w = 0;
	Outer ou;
	o[n++] = ou.in.get() + Outer::stat({4}) + sizeof(Outer::Box<double>::value_type);
	Outer::type ot = 5;
	o[n++] = ot;
	Any an;
	an.f = 1.0f;
	an.tag = an.hi;
	o[n++] = an.tag;
	Rebind<P1, char>::type rb{'a'};
	o[n++] = rb.v;
	o[n++] = has_type<Outer>::value * 2 + has_type<int>::value;
	o[n++] = sumseq(mk<5>::type());
	C2 c;
	B *bp = &c;
	o[n++] = bp->who2() * 10 + c.who() + static_cast<C2 *>(bp)->z;
	o[n++] = fns[m % 3](m) + cfns[0](3) + callf<f1>(9);
	o[n++] = g_arr[1][0] + g_anon.a + (int)g_anon.b + g_str[2] + *g_ptr;
	o[n++] = noin(m, 3);
	float2 ff = noin2({1, 2}, 2.5);
	fo[q++] = ff.x;
	fo[q++] = ff.y;
	Big b = {};
	Big b2 = big(b, m);
	o[n++] = b2.v[m] + b.v[m];
	int lo, lr;
	outp(&lo, lr);
	o[n++] = lo * 10 + lr;
	o[n++] = ack(2, 3);
	Stack<int> st;
	for (int i = 0; i < 5; i++)
		st.push(i * m);
	int s = 0;
	while (!st.empty())
		s = s * 3 + st.pop();
	o[n++] = s;
	o[n++] = sq[m % 5] + sq[4] + kc.b;
	fo[q++] = twice(1.25f);
	int x1 = 1, x2 = 2;
	pick(m > 3, x1, x2) = 9;
	o[n++] = x1 * 10 + x2;
	int cc;
	cnt(cc);
	cnt(cc);
	o[n++] = cc;
	o[n++] = both(1);
	int live = 0;
	{
		Cnt a(&live);
		Cnt bb = a;
		for (int i = 0; i < 3; i++) {
			Cnt t(&live);
			if (i == 1)
				continue;
			if (i == 2)
				break;
		}
		o[n++] = live;
	}
	o[n++] = live;
	__int128 big = (__int128)m << 70;
	o[n++] = (int)(big >> 68);
	unsigned __int128 ub = (unsigned __int128)~0ull * ~0ull;
	uo[w++] = (unsigned long long)(ub >> 64);
	uo[w++] = __umul64hi(~0ull, 3);
	uo[w++] = (uintptr_t)&o[2] - (uintptr_t)o;
	unsigned r;
	asm("{ .reg .u32 t; mul.lo.u32 t, %1, 3; add.u32 %0, t, %2; }"
	    : "=r"(r)
	    : "r"(m), "n"(7));
	o[n++] = r;
	float fa = 2.0f, fb;
	asm volatile("sqrt.rn.f32 %0, %1;" : "=f"(fb) : "f"(fa));
	fo[q++] = fb;
	o[n++] = __ldg(&g_arr[2][0]);
	int4 v4 = make_int4(1, 2, 3, m);
	int4 *vp = (int4 *)(o + 48);
	*vp = v4;
	v4 = *vp;
	o[n++] = v4.w + v4.x;
	char4 c4 = make_char4(-1, 2, 3, 4);
	o[n++] = c4.x + c4.w;
	double2 d2 = {1.5, 2.5};
	fo[q++] = d2.x * d2.y;
	const float arr[4] = {.5f, 1.5f};
	fo[q++] = arr[m & 3] + arr[1];
	for (int i = 0, j = 10; i < j; i += 2, --j)
		s += i * j;
	o[n++] = s;
	unsigned sh = 1u << (m & 31);
	o[n++] = sh;
	o[n++] = (int)(char)200;
	o[n++] = m ? -1 % 3 : 0;
	o[n++] = (m > 5 && m < 20) || !m;
	float z = 0;
	fo[q++] = 1 / (z + 3);
	fo[q++] = (float)(1e10 * m);
	fo[q++] = m / 4;
	fo[q++] = m / 4.0f;
	o[n++] = (int)3.99f + (int)-3.99;
	o[n++] = (unsigned)3000000000.0;
	o[n++] = 'a' + "bcd"[1];
	long lg = -1;
	o[n++] = (int)(lg >> 60) + (unsigned long)lg % 7;
	Any arrs[3];
	for (int i = 0; i < 3; i++) {
		arrs[i].i = i * m;
		arrs[i].tag = i;
	}
	int idx = m % 3;
	Any pickd = arrs[idx];
	o[n++] = pickd.i + pickd.tag;
	auto &ref = arrs[1];
	ref.tag += 40;
	o[n++] = arrs[1].tag;
	int(&ra)[2] = g_arr[0];
	o[n++] = ra[1];
	o[n++] = sizeof(ra) + sizeof ref + alignof(int4);
	o[63] = n;
	fo[31] = q;
	uo[7] = w;
}
int main() {
	int *o, h[64];
	float *f, hf[32];
	unsigned long long *u, hu[8];
	cudaMalloc(&o, 256);
	cudaMalloc(&f, 128);
	cudaMalloc(&u, 64);
	k<<<1, 1>>>(o, f, u, 10);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
	cudaMemcpy(hf, f, 128, cudaMemcpyDeviceToHost);
	cudaMemcpy(hu, u, 64, cudaMemcpyDeviceToHost);
	for (int i = 0; i < h[63]; i++)
		printf("%d:%d ", i, h[i]);
	puts("");
	for (int i = 0; i < hf[31]; i++)
		printf("%d:%.9g ", i, hf[i]);
	puts("");
	for (int i = 0; i < (int)hu[7]; i++)
		printf("%d:%llx ", i, hu[i]);
	puts("");
	printf("%d\n", both(3));
}
