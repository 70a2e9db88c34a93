/* turned_around.cu - == turned around competes, and so does <=>. Compiled with -std=c++20
 * ([over.match.oper]/3.4, [over.match.best]/2.8-9)
 * SPDX-License-Identifier: Apache-2.0 */
struct base {
	int v;
	__device__ friend constexpr bool operator==(const base &, const base &) { return false; }
};
struct left : base {
	__device__ constexpr left(int v) : base{v} {}
};
struct stride : base {
	__device__ constexpr stride(int v) : base{v} {}
	__device__ constexpr stride(const left &l) : base{l.v} {}
	template <class O> __device__ friend constexpr bool operator==(const stride &s, const O &o) {
		return s.v == o.v + 1;
	}
};

/* without a template */
struct near : base {
	__device__ constexpr near(int v) : base{v} {}
	__device__ constexpr bool operator==(const base &b) const { return v == b.v + 2; }
};

/* as written, if both orders fit as well */
struct loose {
	int v;
	__device__ bool operator==(const loose &o) { return v < o.v; }
};
template <class T> struct made {
	T v;
	__device__ bool operator==(const T &t) const { return v > t; }
	__device__ bool operator==(const made &m) const { return v == m.v; }
};

/* a template that is more special turned around */
template <class T> struct box {
	T v;
};
template <class T, class U> __device__ constexpr int rank(const T &, const U &) { return 1; }
template <class T, class U> __device__ constexpr bool operator==(const T &, const box<U> &) = delete;
template <class T> __device__ constexpr bool operator==(const box<T> &b, const box<int> &c) {
	return b.v == c.v;
}

/* != beside it: only as written */
struct far : base {
	__device__ constexpr far(int v) : base{v} {}
};
template <class T> __device__ constexpr bool operator==(const far &f, const T &t) { return f.v == t.v + 3; }
template <class T> __device__ constexpr bool operator!=(const far &f, const T &t) { return f.v != t.v + 3; }

struct ordered : base {
	__device__ constexpr ordered(int v) : base{v} {}
};
__device__ constexpr int operator<=>(const base &, const base &) { return 0; }
__device__ constexpr int operator<=>(const ordered &a, const base &b) {
	return a.v < b.v ? -1 : a.v > b.v;
}

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64, s = 2;
	if (i * 64 >= n)
		return;
	left l(o[0]);
	stride t(o[0] + 1);
	o[s++] = (l == t) + 2 * (t == l) + 4 * (l != t) + 8 * (t != l) + 16 * (t == t);
	constexpr bool known = left(4) == stride(5) && !(left(4) == stride(4));
	o[s++] = known;
	near r(o[0] + 2);
	base b{o[0]};
	o[s++] = (b == r) + 2 * (r == b) + 4 * (l == r) + 8 * (b == b);
	loose x{o[0]}, y{o[1]};
	o[s++] = (x == y) + 2 * (y == x) + 4 * (x != y);
	made<int> m{o[0]}, w{o[1]};
	o[s++] = (m == w) + 2 * (m == o[1]) + 4 * (o[1] == m) + 8 * (m != o[1]);
	box<int> p{o[0]};
	box<long> q{o[1]};
	o[s++] = (q == p) + 2 * (p != q);
	far f(o[0] + 3);
	o[s++] = (f == b) + 2 * (f != b);
	ordered g(o[0]), h(o[1]);
	o[s++] = (g < h) + 2 * (b < h) + 4 * (h < b) + 8 * (b >= g);
}
