int host_function(int);
int host_variable;
const int host_constant = 4;
struct host_class { host_class(); int get() const; };

__global__ void call(int *p) { *p = host_function(1); }
__global__ void variable(int *p) { *p = host_variable; }
__global__ void constant_is_fine(int *p) { *p = host_constant; }
__global__ void constructor() { host_class c; }
__global__ void method(host_class *c) { c->get(); }
__device__ int twice(int x) { return host_function(x) * 2; }
__host__ __device__ int both(int x) { return host_function(x); }
__global__ void through(int *p) { *p = both(1); }
template <class T> __device__ T deep(T x) { return host_function(x); }
__global__ void in_template(int *p) { *p = deep(*p); }
struct host_members {
	host_members(int) {}
	~host_members() {}
	explicit operator int() { return 3; }
	int operator+(int) { return 1; }
};
__device__ int members() {
	host_members m(1);
	return (int)m + (m + 1);
}
/* A host function's body that is read for the type of its result ([dcl.spec.auto]) is not device code. */
template <class T> auto host_result(T x) {
	host_members m(x);
	return m + host_function(x) + host_variable;
}
static_assert(sizeof(decltype(host_result(1))) == sizeof(int), "");
__device__ decltype(host_result(1)) of_its_type = 3;
