/* jumps.cu - gotos, and returns of destructors, in functions that are lowered in place more than once.
 * SPDX-License-Identifier: Apache-2.0 */
__device__ inline int twice(int x) {
	if (x > 3)
		goto out;
	x += 100;
	if (x & 1)
		goto out;
	x += 1000;
out:
	return x * 2;
}
struct Counts {
	int *p;
	__device__ ~Counts() {
		++*p;
	}
};
__device__ inline int leaves(int x, int *c) {
	{
		Counts a{c};
		if (x > 3)
			goto out;
		x += 100;
	}
	{
		Counts b{c};
		if (x & 1)
			goto out;
	}
	x += 1000;
out:
	return x * 2;
}
struct Returns {
	int *p, v;
	__device__ ~Returns() {
		if (v > 2) {
			*p += 1;
			return;
		}
		*p += 10;
	}
};
template <class F> __device__ inline void called(bool yes, F &&f) {
	if (yes)
		f();
}
/* A variable that only the rounds of a loop set is read after it: it has the value of the round before. */
__device__ __noinline__ int last_set(const int *o, int n) {
	int at, k = 0;
	for (;;) {
		if (k < 6 && o[k] > n)
			at = k;
		else if (k < 6 && o[k] < -5)
			at = k++;
		else
			break;
		k++;
	}
	if (k > 0)
		k = at;
	return k;
}
extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, c = 0;
	o[40] = last_set(o + 45, 2) + 10 * last_set(o + 48, -3) + 100 * last_set(o + 50, -9);
	for (int i = 0; i < 6; i++) {
		int r = twice(i + o[i] % 3) + twice(i + 1) * 3;
		r += leaves(i, &c) + leaves(i + o[i + 1] % 5, &c);
		{
			Returns a{&c, i}, b{&c, i + 1}, d{&c, 3};
			r += c;
		}
		alignas(Returns) char room[2][sizeof(Returns)];
		Returns *first = (Returns *)room[0], *second = (Returns *)room[1];
		first->p = second->p = &c;
		first->v = i;
		second->v = i + 1;
		called(o[i] > 0, [&] { first->~Returns(); });
		o[20 + i] = c;
		called(o[i] < 5, [&] { second->~Returns(); });
		o[10 + i] = r;
		o[30 + i] = c;
	}
}
