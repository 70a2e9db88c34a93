/* volatile_places.cu - what is stored through a pointer to volatile is what the variable has
 * ([intro.execution], [dcl.type.cv])
 * SPDX-License-Identifier: Apache-2.0 */
__device__ void copy(void *to, const void *from, int n) {
	for (int i = 0; i < n; i++)
		static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
}

__device__ int load(const volatile int *p) {
	int r;
	copy(&r, const_cast<const int *>(p), sizeof r);
	return r;
}

__device__ void plus(volatile int &a, int n) { a = a + n; }

/* called through a pointer, the function knows no more than that */
__device__ void add(volatile int &a, int n, void (*f)(volatile int &, int)) { f(a, n); }

struct counter {
	int v, step;
	__device__ void next() { add(v, step, plus); }
	__device__ int get() const { return load(&v); }
};

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64, s = 2;
	if (i * 64 >= n)
		return;
	counter c = {0, 1};
	int rounds = 0, sum = 0;
	for (c.v = 0; c.get() < 16; c.next()) {
		rounds++;
		sum += c.get();
	}
	o[s++] = rounds;
	o[s++] = sum;
	o[s++] = c.get();
	int a[4] = {o[0], o[1], 3, 4};
	volatile int *p = a + (o[0] & 3);
	int before = load(a + 1);
	add(*p, 77, plus);
	o[s++] = load(a + 1) - before + load(a) + load(a + 2);
	if (o[1] & 1)
		add(*p, 5, plus);
	o[s++] = load(a) + 10 * load(a + 1) + 100 * load(a + 2) + 1000 * load(a + 3);
	int x = o[0];
	volatile int *q = &x;
	int first = load(&x);
	add(*q, 2, plus);
	int second = load(&x);
	x = 9;
	int third = *q;
	o[s++] = first + second * 3 + third * 7;
}
