// options: --lambdas --device
// not compiled
# 1 "k.cu"
template<class F> __global__ void apply(F f, int n) { for (int i = 0; i < n; i++) f(i); }
struct pair { int a, b; };
int global_variable;
int host(float *p, int n)
{
	int unused = 3, used = 4;
	auto f = [=] __device__ (int i) { p[i] = n + used + global_variable; pair q; q.a = i; };
	apply<<<1, 1>>>(f, n);
	apply<<<1, 1>>>([p, twice = 2 * n] __device__ (int i) mutable -> float {
		int n = i;
		return p[n] += twice;
	}, n);
	apply<<<1, 1>>>([] __device__ (int) {}, n); apply<<<1, 1>>>([=] __host__ __device__ (int i) { return i + n; }, n);
	return ([=] __host__ __device__ (int i) { return i + n; })(3) + unused;
}
template<class T, typename U> struct C {
	template<class V> void run(T *t, U u, V v) {
		apply<<<1, 1>>>([=] __device__ (int i) { t[i] = T(u) + V(v); }, 1);
	}
};
template struct C<int, float>;
void more() { C<int, float>().run((int *)0, 1.f, 2.0); }
__global__ void device_code() { auto f = [=] __device__ (int i) { return i; }; }
