struct P {
	int a, b;
};
struct Q {
	Q(int);
	int x;
};
struct Q2 {
	int a[2], b;
};
__device__ int f(int n) {
	int past[3] = {[3] = 1};
	int before[3] = {[-1] = 1};
	int unknown[3] = {[n] = 1};
	int real[3] = {[1.0] = 1};
	int member[3] = {.a = 1};
	P p = {[0] = 1};
	int scalar = {[0] = 1};
	auto list = {[0] = 1};
	Q rest[2] = {[1] = 3};
	int huge[] = {[1ull << 40] = 1};
	Q2 back[3] = {[1].b = 1, [2].b = 1, [1].a[0] = 2};
	int falling[3] = {[2 ... 1] = 1};
	int read[3] = {[0 ... 2] = n};
	Q2 both = {.a[0] = 1, .a[1] = 2};
	return 0;
}
