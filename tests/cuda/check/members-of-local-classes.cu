struct m {
	int v;
	__device__ int f();
};
__device__ int m::f() {
	struct m {
		__device__ int f();
		__device__ int g() { return 1; }
	};
	m x;
	return x.f() + x.g();
}
__global__ void use(int *p) { *p = m{2}.f(); }
