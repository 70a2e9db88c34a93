__device__ int one(int);
__device__ int many(int);
__device__ int many(double);
struct s {
	__device__ int member(int);
	__device__ int self() { return (1, member)(1); }
};
__device__ bool equal(int x) { return (x, one) == many; }
__device__ int called(int x) { return (x, one)(1); }
__device__ bool which(int x) { return (x, many) == one; }
__device__ int of_pointer(int x) {
	int (*p)(int) = (x, many);
	return p(1);
}
__device__ int bound(s x) { return (1, x.member)(1); }
