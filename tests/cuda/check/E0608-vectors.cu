// A vector of GNU C is laid out as on the host, but device code does not compute with it.
typedef float v4 __attribute__((__vector_size__(16)));
typedef int odd __attribute__((vector_size(12)));
struct on_host {
	v4 a, b;
};
static_assert(sizeof(on_host) == 32, "");

__device__ v4 sum(v4 a, v4 b) {
	return a + b;
}
__global__ void k(int *out, odd *p) {
	*out = sizeof(on_host);
}
