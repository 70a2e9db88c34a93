// math_tiny_order.cu - jn of tiny operands: a GPU's downward recurrence overflows below a bound, which depends on the
// order, and gives NaN. The bounds were found on an H200 by bisection. yn is y1 below 1e-308.
#include <cmath>
#include <cstdio>
#include <cstring>

struct bound { // the greatest operand whose result is NaN
	int order;
	unsigned single;
	unsigned long long dual;
};
static const bound bounds[] = {
	{2, 0x243937b0, 0x37f502f440661726},
	{3, 0x25056a3b, 0x39409371ae2e2813},
	{4, 0x26049b8d, 0x39af49c93fe14fbd},
	{5, 0x265692ba, 0x3a50c92c254e4623},
	{7, 0x26de4ffa, 0x3ac12ce28bf1a07c},
	{8, 0x2713edb0, 0x3aed63e18f232d9f},
	{10, 0x27920c1f, 0x3b53654f55a482c7},
	{11, 0x27920c1f, 0x3b6ed70134b6dead},
	{12, 0x27af5b66, 0x3b85c50e797b9079},
	{13, 0x27ce9553, 0x3b9bc6b562f04953},
	{20, 0x2871851b, 0x3c06f5533b83959f},
	{33, 0x28fc89d2, 0x3c62984faf1e1591},
	{50, 0x2967b490, 0x3ca13a9ee9219bfe},
	{64, 0x29a1b637, 0x3cbd24bbfce5be45},
	{100, 0x2a0e479e, 0x3ce9b66521842a8a},
	{128, 0x2a408a99, 0x3cff03a8f4347eea},
	{159, 0x2a7b6391, 0x3d0f64d61e47f256},
	{1024, 0x2bfc8435, 0x3d69cbbd3ac15ebf},
	{2053, 0x2c83a0ce, 0x3d81f3514cc4f441},
};

__global__ void orders(const bound *b, int n, int *wrong) {
	int i = threadIdx.x;
	if (i >= n)
		return;
	// those of single precision are known up to a few units
	bool w = !isnan(jnf(b[i].order, __uint_as_float(b[i].single - 8))) || isnan(jnf(b[i].order, __uint_as_float(b[i].single + 8)));
	w |= !isnan(jn(b[i].order, __longlong_as_double(b[i].dual))) || isnan(jn(b[i].order, __longlong_as_double(b[i].dual + 1)));
	w |= !isnan(jnf(b[i].order, -1e-40f)) || !isnan(jn(b[i].order, -1e-310));
	if (w)
		atomicAdd(wrong, 1);
}

__global__ void second_kind(const unsigned long long *x, int n, double *r, int order) {
	int i = threadIdx.x;
	if (i < n)
		r[i] = yn(order, __longlong_as_double(x[i]));
}

int main() {
	enum { N = sizeof bounds / sizeof *bounds };
	bound *b;
	int *wrong;
	cudaMallocManaged(&b, sizeof bounds);
	cudaMallocManaged(&wrong, sizeof *wrong);
	memcpy(b, bounds, sizeof bounds);
	*wrong = 0;
	orders<<<1, 32>>>(b, N, wrong);
	cudaDeviceSynchronize();
	printf("%d orders, %d wrong\n", (int)N, *wrong);
	static const unsigned long long from[] = {0x0002800000000000, 0x0004000000000000, 0x0005000000000000, 0x0006000000000001, 0x000730d67819e8d1, 0x000730d67819e8d2, 0x0008000000000000, 0x0010000000000000};
	enum { M = sizeof from / sizeof *from };
	unsigned long long *x;
	double *r;
	cudaMallocManaged(&x, sizeof from);
	cudaMallocManaged(&r, M * sizeof *r);
	memcpy(x, from, sizeof from);
	for (int order : {1, 2, 3, 20, 1000}) {
		second_kind<<<1, 32>>>(x, M, r, order);
		cudaDeviceSynchronize();
		printf("yn(%d):", order);
		for (int i = 0; i < M; i++)
			printf(std::isinf(r[i]) ? " -inf" : " %.2e", r[i]);
		printf("\n");
	}
	return *wrong != 0;
}
