/* selves.cu - default initialisers of members that name the object a list makes, or other members of it
 * ([dcl.init.aggr]/5, [class.mem]/6).
 * SPDX-License-Identifier: Apache-2.0 */
struct Sum {
	int a;
	int b = a + 1;
	int c = twice() * 2;
	__device__ constexpr int twice() const { return 2 * b; }
};
struct Own {
	Sum sum;
	const Sum *at = &sum;
	const Own *self = this;
	int n = this->sum.a;
};
struct Refers {
	int v;
	int &r = v;
};
template <class T, int N> struct Range {
	T data[N];
	T *end = data + N;
	__device__ constexpr int size() const { return (int)(end - data); }
};
struct Derived : Sum {
	int z = a * 10;
};
struct Nested {
	int a;
	struct Inner {
		int q;
		int w = q * 3;
	} inner;
	int s = a + inner.w;
};
union Either {
	int a;
	const void *self = this;
};
__device__ constexpr int constant() {
	struct Local {
		int a;
		int b = a * 2;
	} l{4};
	return l.b;
}
static_assert(constant() == 8);
__device__ Sum global{5};
__device__ Sum made(int n) {
	return {n};
}
__device__ int sum_of(const Own &o) {
	return (o.at == &o.sum) + 2 * (o.self == &o) + 4 * o.n;
}

/* A variable's own initialiser may name it ([basic.scope.pdecl]/1). */
struct Link {
	const Link *next;
	int v;
	const volatile int *at;
};
__device__ __noinline__ int walked(const Link *l, int n) {
	int sum = 0;
	for (int i = 0; i < n; i++, l = l->next)
		sum = sum * 3 + l->v;
	return sum;
}
__device__ inline int ring(int n) {
	Link one = {&one, n, &one.v};
	Link two[2] = {{&two[1], n}, {two, 2, &two[0].v}};
	const volatile int own = (long)&own != 0;
	const void *self = &self;
	return walked(&one, 3) + walked(two, 4) + *one.at + *two[1].at + own + (self == &self);
}
extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	Sum sum{n};
	o[1] = sum.a + sum.b * 10 + sum.c * 100;
	o[2] = sum_of(Own{{n}});
	Own own{{n + 1}};
	o[3] = sum_of(own);
	Refers r{n};
	r.r++;
	o[4] = r.v;
	Range<int, 4> range{{1, 2, 3, n}};
	o[5] = range.size() + range.end[-1];
	Derived d{{n}};
	o[6] = d.z + made(n).c;
	Sum both[2] = {{n}, {n + 1}};
	o[7] = both[0].b + both[1].c;
	o[8] = Nested{n, {n + 3}}.s;
	o[9] = Sum{n}.b + constant() + global.c;
	Either e{};
	o[10] = e.self == &e;
	struct Local {
		int a, b = a + 1;
		int c = [this] { return b * 2; }();
	} local{n};
	o[11] = local.b + local.c;
	o[12] = ring(n);
	o[13] = ring(n + 1) + ring(2);
}
