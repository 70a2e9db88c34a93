struct P {
	int a, b;
};
struct Q {
	Q(int);
	int x;
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
	return 0;
}
