/* classes.cu - constructors, destructors, operators, lambdas, references, templates. The same source
 * runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Cnt {
	int *p;
	int k;
	__device__ Cnt(int *q, int v) : p(q), k(v) {
		*p += k;
	}
	__device__ ~Cnt() {
		*p = *p * 3 + k;
	}
};
struct V {
	int x, y;
	__device__ V() : x(1), y(2) {
	}
	__device__ V(int a, int b) : x(a), y(b) {
	}
	__device__ V operator+(const V &o) const {
		return V(x + o.x, y + o.y);
	}
	__device__ V &operator+=(const V &o) {
		x += o.x;
		y += o.y;
		return *this;
	}
	__device__ int dot(const V &o) const {
		return x * o.x + y * o.y;
	}
};
template <class T> __device__ T twice(T v) {
	return v + v;
}
template <class F> __device__ int apply(F f, int n) {
	int s = 0;
	for (int i = 0; i < n; i++)
		s += f(i);
	return s;
}
template <class T> __device__ void swp(T &a, T &b) {
	T t = a;
	a = b;
	b = t;
}
__device__ int early(int *c, int v) {
	Cnt a(c, 1);
	if (v & 1)
		return 5;
	{
		Cnt b(c, 2);
		if (v & 2)
			return 6;
		for (int i = 0; i < 4; i++) {
			Cnt d(c, i);
			if (i == (v & 3))
				break;
			if (i == 1)
				continue;
			*c += 1;
		}
	}
	return *c;
}
__device__ int got(int *c, int v) {
	int i = 0;
again : {
	Cnt a(c, 1);
	i++;
	if (i < v)
		goto again;
	if (v > 3)
		goto out;
	*c += 100;
}
	*c += 7;
out:
	return i;
}
struct D : V {
	int z;
	__device__ D(int a) : V(a, a + 1), z(a * 2) {
	}
	__device__ int sum() const {
		return x + y + z;
	}
};
struct A3 {
	V v[3];
	int w;
};
extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x, *o = out + t * 64, c = t;
	V a, b(t, 3);
	a += b;
	a += a + b;
	o[0] = a.x;
	o[1] = a.y;
	o[2] = a.dot(b);
	o[3] = twice(t) + twice(V(1, t)).y;
	int base = t * 2;
	o[4] = apply(
		[&](int i) {
			base++;
			return i * base;
		},
		5);
	o[5] = base;
	o[6] = apply([=](int i) { return i + base; }, 3);
	int x = 5, y = t;
	swp(x, y);
	o[7] = x * 10 + y;
	V p(1, 2), q(3, t);
	swp(p, q);
	o[8] = p.x + p.y * 7 - q.x;
	o[9] = early(&c, t);
	o[10] = c;
	o[11] = got(&c, t % 6);
	o[12] = c;
	D d(t);
	o[13] = d.sum();
	V &r = d;
	r.x += 5;
	o[14] = d.sum();
	D &dd = static_cast<D &>(r);
	o[15] = dd.z;
	A3 s = {{V(), V(), V()}, 0};
	s.v[1] = V(t, t);
	s.v[2] += s.v[1];
	o[16] = s.v[0].x + s.v[2].y * 3 + s.w;
	A3 s2 = s;
	s2.w = 9;
	o[17] = s2.v[2].x + s2.w + s.w;
	V arr[4] = {V(1, 1), V(2, 2)};
	for (int i = 0; i < 4; i++)
		arr[i] += V(i, t);
	o[18] = arr[t & 3].x * 100 + arr[(t + 1) & 3].y;
	const V &lr = V(t, 9) + V(1, 1);
	o[19] = lr.x + lr.y;
	{
		Cnt z(&c, 3);
		o[20] = c;
	}
	o[21] = c;
	V *pv = t & 1 ? &p : &q;
	pv->x = 77;
	o[22] = p.x + q.x;
	(t & 2 ? x : y) = 1234;
	o[23] = x - y;
	o[24] = apply([&](int b) { return [=](int c) { return b * c + t; }(4); }, 3);
	int cnt = 0;
	apply([&cnt](int i) { return cnt += i; }, 5);
	o[25] = cnt;
	struct L {
		int a;
		int &r;
	};
	int tgt = t;
	L l{1, tgt};
	l.r = 55;
	o[26] = tgt;
	L l2 = l;
	l2.r++;
	o[27] = tgt;
}
