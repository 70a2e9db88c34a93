typedef decltype(sizeof 0) size_t;
struct pool {};
struct own {
	__device__ static void *operator new(size_t n, pool &p);
	__device__ static void operator delete(void *p, pool &from);
};
__device__ void *operator new(size_t n, pool &p);
__global__ void k(pool *p, own *o) {
	pool here;
	new (here) int;
	new (here) own;
	new (here, 2) int;
	new own;
	new (p) own;
	delete o;
	::delete o;
}
struct shut {
private:
	__device__ static void *operator new(size_t n);
	__device__ static void operator delete(void *p);
};
__global__ void k2(shut *s) {
	new shut;
	delete s;
}
