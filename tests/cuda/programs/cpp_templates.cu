/* what templates and object lifetimes mean in device code: moves, temporaries, overloads, packs, SFINAE, CRTP
 * SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <utility>
__device__ int log_[64];
__device__ int nlog;
__device__ void lg(int v) {
	log_[nlog++] = v;
}
struct T {
	int id;
	__device__ T(int i) : id(i) {
		lg(id);
	}
	__device__ T(const T &o) : id(o.id + 100) {
		lg(id);
	}
	__device__ T(T &&o) : id(o.id + 200) {
		o.id = -1;
		lg(id);
	}
	__device__ ~T() {
		lg(-id);
	}
	__device__ T &operator=(const T &o) {
		id = o.id;
		lg(1000 + id);
		return *this;
	}
};
__device__ T make(int i) {
	return T(i);
}
__device__ T pass(T t) {
	return t;
}
struct It {
	int *p;
	__device__ int &operator*() const {
		return *p;
	}
	__device__ It &operator++() {
		++p;
		return *this;
	}
	__device__ It operator++(int) {
		It t = *this;
		++p;
		return t;
	}
	__device__ bool operator!=(const It &o) const {
		return p != o.p;
	}
};
struct Range {
	int *b, *e;
	__device__ It begin() const {
		return {b};
	}
	__device__ It end() const {
		return {e};
	}
};
template <class D> struct CRTP {
	__device__ int call() {
		return static_cast<D *>(this)->impl() + 1;
	}
};
struct Impl : CRTP<Impl> {
	int v = 8;
	__device__ int impl() {
		return v;
	}
};
template <class... Ts> struct Tuple;
template <> struct Tuple<> { static constexpr int size = 0; };
template <class H, class... R> struct Tuple<H, R...> : Tuple<R...> {
	H head;
	__device__ Tuple(H h, R... r) : Tuple<R...>(r...), head(h) {
	}
	static constexpr int size = 1 + Tuple<R...>::size;
};
template <int I, class H, class... R> __device__ auto get(const Tuple<H, R...> &t) {
	if constexpr (I == 0)
		return t.head;
	else
		return get<I - 1>(static_cast<const Tuple<R...> &>(t));
}
template <class X, typename std::enable_if<std::is_integral<X>::value, int>::type = 0>
__device__ int kind(X) {
	return 1;
}
template <class X, std::enable_if_t<std::is_floating_point_v<X>, int> = 0>
__device__ int kind(X) {
	return 2;
}
template <class X> __device__ int over(X *) {
	return 1;
}
template <class X> __device__ int over(const X *) {
	return 2;
}
template <class X> __device__ int over(X) {
	return 3;
}
__device__ int ov(int) {
	return 1;
}
__device__ int ov(long long) {
	return 2;
}
__device__ int ov(double) {
	return 3;
}
__device__ int ov(const char *) {
	return 4;
}
__device__ int ov(...) {
	return 5;
}
template <class X> struct Wrap {
	X x;
	__device__ operator X() const {
		return x;
	}
	__device__ explicit operator bool() const {
		return x != 0;
	}
	__device__ X *operator->() {
		return &x;
	}
};
struct Pt {
	int x, y;
	__device__ bool operator==(const Pt &o) const {
		return x == o.x && y == o.y;
	}
	__device__ int operator[](int i) const {
		return i ? y : x;
	}
	__device__ int operator()(int a, int b = 3) const {
		return a * x + b * y;
	}
	friend __device__ Pt operator*(int s, Pt p) {
		return {s * p.x, s * p.y};
	}
};
template <class X = int, int N = 4> using Arr = X[N];
template <class A, class B> constexpr bool same = std::is_same<A, B>::value;
struct St {
	static const int K = 12;
	static constexpr float F = 2.5f;
	enum { E = 3 };
};
__device__ int fib(int n) {
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
template <class X> __device__ X spec(X x) {
	return x;
}
template <> __device__ int spec<int>(int x) {
	return -x;
}
extern __shared__ char dyn[];
struct alignas(16) Al {
	char c;
	double d;
};
__global__ void k(int *o, int m) {
	int n = 0;
	__shared__ Pt pts[4];
	__shared__ int sh[2][3];
	nlog = 0;
	{
		T a(1);
		T b = a;
		T c = make(2);
		T d = pass(a);
		T e = std::move(b);
		a = c;
		const T &r = make(3);
		lg(r.id * 10);
	}
	int h = 0;
	for (int i = 0; i < nlog; i++)
		h = h * 31 + log_[i];
	o[n++] = nlog;
	o[n++] = h;
	int arr[4] = {1, 2, 3, 4};
	Range rg{arr, arr + 4};
	int s = 0;
	for (int v : rg)
		s = s * 10 + v;
	o[n++] = s;
	Impl im;
	o[n++] = im.call();
	Tuple<int, float, char> t(1, 2.5f, 'c');
	o[n++] = get<0>(t) + (int)(get<1>(t) * 2) + get<2>(t) + t.size;
	o[n++] = kind(3) * 10 + kind(3.0f);
	const int ci = 1;
	int vi = 2;
	o[n++] = over(&vi) * 100 + over(&ci) * 10 + over(vi);
	o[n++] = ov(1) * 10000 + ov(1ll) * 1000 + ov(1.0f) * 100 + ov("x") * 10 + 5;
	short shv = 3;
	o[n++] = ov(shv) * 10 + ov('c');
	Wrap<int> w{5};
	o[n++] = w + 1;
	o[n++] = w ? 1 : 0;
	Wrap<Pt> wp{{3, 4}};
	o[n++] = wp->x * wp->y;
	Pt p{1, 2}, q = 3 * p;
	o[n++] = (p == q) * 100 + q[1] + q(1) * 10;
	Arr<> ar = {1, 2};
	o[n++] = sizeof(ar) + ar[3];
	o[n++] = same<int, Arr<int, 1>> * 2 + same<std::decay_t<const int &>, int>;
	o[n++] = St::K + (int)St::F + St::E;
	o[n++] = fib(m);
	o[n++] = spec(5) + spec(2.0f);
	o[n++] = std::numeric_limits<int>::max() == 2147483647;
	o[n++] = std::min(3, m) + std::max(2, m);
	if (threadIdx.x < 4)
		pts[threadIdx.x] = Pt{(int)threadIdx.x, m};
	sh[threadIdx.x % 2][threadIdx.x % 3] = 7;
	__syncthreads();
	o[n++] = pts[2].x + pts[1].y;
	((int *)dyn)[threadIdx.x] = threadIdx.x;
	__syncthreads();
	o[n++] = ((int *)dyn)[5];
	o[n++] = sizeof(Al) + alignof(Al);
	int x = 1;
	auto f = [&x, y = m + 1](int z) mutable {
		x += y;
		y = z;
		return [=] { return x * 100 + y; };
	};
	o[n++] = f(9)();
	int(*pa)[4] = &arr;
	o[n++] = (*pa)[2] + pa[0][1];
	int md[2][3] = {{1, 2, 3}, {4}};
	o[n++] = md[1][0] + md[0][2] + md[1][2];
	unsigned u = 0xdeadbeef;
	o[n++] = __popc(u) + __clz(1) + (int)(u >> 28) + (u & 0xf);
	volatile int vol = 3;
	vol += 2;
	o[n++] = vol;
	std::pair<int, float> pr(4, 1.5f);
	o[n++] = pr.first + (int)(pr.second * 2);
	uint64_t big = UINT64_C(1) << 35;
	o[n++] = big >> 33;
	T *hp = new T(50);
	T *ha = (T *)malloc(sizeof(T) * 2);
	new (ha) T(60);
	o[n++] = hp->id + ha->id;
	delete hp;
	ha->~T();
	free(ha);
	o[n++] = ({
		int a = 3;
		a * 2;
	});
	o[n++] = (x > 0 ? arr[1] : arr[2]) = 77;
	o[n++] = arr[1];
	o[63] = n;
}
int main() {
	int *o, h[64];
	cudaMalloc(&o, 256);
	k<<<1, 8, 64>>>(o, 10);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
	for (int i = 0; i < h[63]; i++)
		printf("%d:%d ", i, h[i]);
	puts("");
}
