int host(int);
struct Log {
	Log(const char *);
	~Log();
	void add(int) const;
	int n;
};
template <class F> __host__ __device__ int apply(F f, int x) {
	return f(x);
}
struct HostOnly {
	int operator()(int x) const {
		throw x;
	}
};

__host__ __device__ int both(int x) {
	return x > 100 ? host(x) : x;
}
__host__ __device__ void object(int x) {
	Log log("object");
	log.add(x);
}
__host__ __device__ int pointer(int x) {
	int (*f)(int) = host;
	return x > 100 ? f(x) : 2;
}
__host__ __device__ int never_called(int x) {
	return host(x);
}
__global__ void k(int *p) {
	*p = both(*p) + pointer(*p);
	if (*p > 100) {
		object(*p);
		*p = apply(HostOnly(), 3);
	}
}
#pragma nv_diag_suppress 20011
__host__ __device__ int quiet(int x) {
	return host(x);
}
__device__ int use() {
	return quiet(3);
}
__device__ int still_an_error(int x) {
	return host(x);
}
#pragma nv_diag_default 20011
#pragma nv_exec_check_disable
template <class F> __host__ __device__ int unchecked(F f, int x) {
	return f(x);
}
template <class F>
#pragma hd_warning_disable
__host__ __device__ int unchecked_too(F f, int x) {
	return f(x);
}
struct Unchecked {
#pragma nv_exec_check_disable
	__host__ __device__ int f(int x) {
		return host(x);
	}
	__host__ __device__ int checked(int x) {
		return host(x);
	}
};
__global__ void k2(int *p) {
	*p = unchecked(HostOnly(), 3) + unchecked_too(HostOnly(), 4) + Unchecked().f(1) + Unchecked().checked(1);
}
