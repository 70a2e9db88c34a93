/* union_arguments.cu - compiled with -std=c++20 : values with unions and bit-fields in them as template arguments, and
 * functions of classes that differ though their names do not
 * ([temp.type]/2, [class.union], [class.local])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ constexpr

struct bits {
	unsigned a : 3, b : 5;
	int c;
	unsigned : 4;
	int d : 3;
};
union either {
	int i;
	float f;
	char c[6];
	DEV either(int x) : i(x) {}
	DEV either(float x) : f(x) {}
	DEV either(char x, char y) : c{x, y} {}
};
struct holder {
	either u;
	int k;
	DEV holder(either v, int x) : u(v), k(x) {}
};
struct variant {
	bool is_float;
	union {
		int i;
		float f;
	};
	DEV variant(int x) : is_float(false), i(x) {}
	DEV variant(float x) : is_float(true), i(7) { f = x; }
};
union plain {
	int i;
	struct {
		short x, y;
	} p;
	bits b;
};
template <class T, class U> struct same { static constexpr int n = 0; };
template <class T> struct same<T, T> { static constexpr int n = 1; };
template <auto V> struct of {};
template <bits B> struct field { static constexpr int n = B.a * 1000 + B.b * 10 + B.c + B.d; };
template <bits B> requires (B.a == 1) struct field<B> { static constexpr int n = B.d - 5000; };
template <> struct field<bits{2, 2}> { static constexpr int n = 17; };
template <variant V> struct read { static constexpr int n = V.i; };
template <variant V> requires (V.is_float) struct read<V> { static constexpr int n = (int)(V.f * 4); };
template <plain P> DEV int wide() { return P.i; }
template <plain P> requires (of<P>{}, sizeof(P) == 12) DEV int chosen() { return P.b.a + P.b.d; }
template <holder H> __device__ int *counter(int *p) { return p + H.k; }
template <bits... B> DEV int sum() { return ((B.a + B.b) + ... + 0); }

DEV either made(int i) {
	either u = i;
	if (i > 3)
		u.f = (float)i;
	either v = u;
	u = either(1);
	return v;
}
DEV either twice_changed() {
	either u = 'a';
	u.f = 1;
	u.i = 5;
	return u;
}

/* classes of one name in one function, and unnamed ones */
template <class T> __device__ __noinline__ int size(T *) { return sizeof(T); }
template <class T> __device__ int sizes(T) {
	int n = 0;
	{
		struct L { T a; };
		n += size((L *)0);
	}
	{
		struct L { T a[5]; };
		n = n * 10 + size((L *)0);
	}
	struct { T a[2]; } x;
	struct { T a[3]; } y;
	enum : short { e };
	enum : long { f };
	n = n * 10 + size(&x);
	n = n * 10 + size(&y);
	n = n * 10 + size((decltype(e) *)0);
	return n * 10 + size((decltype(f) *)0);
}
struct has {
	struct { char a; } x;
	union { char b; char c[2]; };
	struct { char a[3]; } y;
	enum : int { e } z;
	struct inner { struct { char a[5]; } w; } i;
};
template <class T> struct has_more {
	struct { T a[6]; } x;
	union { T b[7]; } y;
};

extern "C" __global__ void k(int *p, int n) {
	int *o = p + threadIdx.x * 64, i = 0;
	o[i++] = field<bits{3, 17, 1, -2}>::n;
	o[i++] = field<bits{1, 17, 1, 3}>::n;
	o[i++] = field<bits{2, 2, 0, 0}>::n;
	o[i++] = field<bits{2, 2, 0, 1}>::n;
	o[i++] = read<variant(9)>::n;
	o[i++] = read<variant(2.5f)>::n;
	o[i++] = wide<plain{3}>();
	o[i++] = wide<plain{.i = -1}>();
	o[i++] = chosen<plain{.b = {5, 1, 2, -3}}>();
	o[i++] = sum<bits{1, 2}, bits{3, 4}, bits{5, 6, 7}>();
	o[i++] = same<of<bits{1, 2}>, of<bits{1, 2, 0, 0}>>::n + 10 * same<of<bits{1, 2}>, of<bits{1, 3}>>::n;
	o[i++] = same<of<either(0)>, of<either(0)>>::n + 10 * same<of<either(0)>, of<either(0.0f)>>::n;
	o[i++] = same<of<holder{either(1), 2}>, of<holder{either(1), 2}>>::n;
	o[i++] = same<of<holder{either(1), 2}>, of<holder{either(2), 2}>>::n;
	o[i++] = same<of<made(3)>, of<either(3)>>::n + 10 * same<of<made(4)>, of<either(4.0f)>>::n;
	o[i++] = same<of<made(4)>, of<either(4)>>::n + 10 * same<of<twice_changed()>, of<either(5)>>::n;
	o[i++] = same<of<either('\0', '\0')>, of<either(0)>>::n + 10 * same<of<either('a', 'b')>, of<either('a', 'b')>>::n;
	o[i++] = (int)(counter<holder{either(1), 2}>(o) - o) + 10 * (int)(counter<holder{either(1.0f), 3}>(o) - o);
	o[i++] = sizes('a');
	o[i++] = sizes(1.0);
	has h;
	has_more<char> m;
	has_more<short> s;
	o[i++] = size(&h.x) + 10 * size(&h.y) + 100 * size(&h.z) + 1000 * size(&h.i.w);
	o[i++] = size(&m.x) + 10 * size(&m.y) + 100 * size(&s.x) + 10000 * size(&s.y);
}
