// A vector of GNU C is laid out as on the host, and functions of the host may use it, but device code does not compute with it.
typedef float v4 __attribute__((__vector_size__(16)));
typedef int odd __attribute__((vector_size(12)));
struct on_host {
	v4 a, b;
};
static_assert(sizeof(on_host) == 32, "");

/* overloads of the host beside one of the device, and declarations again */
v4 load(const float *);
__device__ float load(float x);
v4 load(v4);
v4 load(const float *);
__device__ float load(float x) {
	return x;
}
struct both {
	v4 whole;
	both(v4 x) : whole(x) {}
	operator v4() const { return whole; }
	__device__ int one() const { return 1; }
};

__device__ v4 sum(v4 a, v4 b) {
	return a + b;
}
__device__ const v4 *pointer();
__shared__ v4 shared[2];
__global__ void k(int *out, odd *p, float *q, both *b) {
	v4 local;
	float direct __attribute__((vector_size(16)));
	*out = sizeof(on_host) + b->one();
	*q = load(*q);
}
