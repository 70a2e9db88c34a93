// flags: std=20
struct P {
	int a, b;
};
__device__ int f(int n) {
	P p = {.a = 1, 2};
	int x[] = {0, [1] = n};
	P nested[2] = {{1, 2}, {.b = 2}};
	return p.a + x[1] + nested[0].b;
}
