/* objects.cu - new and delete, objects passed and returned, arrays, built-in functions. The same
 * source runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Obj {
	int a;
	__device__ Obj(int x) : a(x) {
	}
	__device__ ~Obj() {
	}
	__device__ int get() const {
		return a * 2;
	}
};
struct T {
	int *p;
	__device__ T(int *q) : p(q) {
		*p += 1;
	}
	__device__ T(const T &o) : p(o.p) {
		*p += 10;
	}
	__device__ ~T() {
		*p += 100;
	}
};
__device__ __noinline__ int take(T t, int x) {
	return *t.p + x;
}
__device__ __noinline__ T give(int *p) {
	return T(p);
}
__device__ int inl(T t) {
	return *t.p;
}
__device__ __noinline__ int &pick(int *a, int i) {
	return a[i];
}
__device__ int &sel(int &a, int &b, bool c) {
	if (c)
		return a;
	return b;
}

struct __attribute__((aligned(16))) F4 {
	float x, y, z, w;
};
__device__ F4 mk(float a) {
	return F4{a, a + 1, a + 2, a + 3};
}
template <int N> struct Arr {
	int v[N];
	__device__ int &operator[](int i) {
		return v[i];
	}
	__device__ int sum() const {
		int s = 0;
		for (int x : v)
			s += x;
		return s;
	}
};
/* Objects of more parts than are copied one by one, by value to and from a call that stays a call. */
struct Wide {
	int a[129];
};
__device__ __noinline__ Wide wide(Wide w, int n) {
	w.a[n & 3] += 2;
	w.a[128] = n;
	return w;
}
extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x, *o = out + t * 64, c = t;
	Obj *p = new Obj(t);
	o[0] = p->get();
	delete p;
	int *q = new int[4];
	for (int i = 0; i < 4; i++)
		q[i] = i * t;
	o[1] = q[3];
	delete[] q;
	Obj *ap = new Obj[2]{Obj(1), Obj(t)};
	o[2] = ap[1].get();
	delete[] ap;
	o[3] = take(T(&c), 5);
	o[4] = c;
	{
		T g = give(&c);
		o[5] = c;
	}
	o[6] = c;
	{
		T a(&c);
		o[7] = inl(a);
	}
	o[8] = c;
	int ar[4] = {1, 2, 3, 4};
	pick(ar, t & 3) = 50;
	o[9] = ar[0] + ar[1] * 2 + ar[2] * 3 + ar[3] * 4;
	int x = 1, y = 2;
	sel(x, y, t & 1) = 9;
	o[10] = x * 10 + y;
	F4 f = mk(t);
	F4 g = f;
	g.x += 1;
	F4 *fp = (F4 *)(o + 12);
	*fp = g;
	o[16] = (int)(f.x + g.y);
	Arr<5> ar5{};
	for (int i = 0; i < 5; i++)
		ar5[i] = i * t;
	o[17] = ar5.sum();
	Arr<3> ar3 = {{1, 2, 3}};
	o[18] = ar3[0] + ar3[2];
	o[19] = __builtin_popcount(t) + __builtin_clz(t + 1) + __builtin_ffs(t) +
	        (int)__builtin_bswap32(t);
	o[20] = (int)(__builtin_floorf(t * 0.3f) + __builtin_sqrt((double)t) * 1000 +
	              __builtin_fabsf(-3.5f) + __builtin_fma(2.0, t, 1.0));
	char buf[16] = "hello";
	__builtin_memcpy(buf + 5, " you", 5);
	o[21] = buf[5 + (t & 3)];
	__builtin_memset(buf, t, 8);
	o[22] = buf[3] + buf[8];
	o[23] = sizeof(buf);
	unsigned fb;
	float ff = t * 0.5f;
	__builtin_memcpy(&fb, &ff, 4);
	o[24] = fb;
	o[25] = *(int *)&ff;
	short sa[2] = {(short)t, 7};
	o[26] = *(int *)sa;
	const char *s = t & 1 ? "odd" : "even";
	int l = 0;
	while (s[l])
		l++;
	o[27] = l;
	Wide w = wide(Wide{t, 5}, t);
	o[28] = w.a[0] + 10 * w.a[1] + 100 * w.a[3] + w.a[127] + w.a[128];
}
