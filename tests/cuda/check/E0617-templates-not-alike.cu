template <class T> struct C {
	T v;
	template <class S> friend __device__ C<decltype(T() + S())> operator+(C a, S b) { return {a.v + b}; }
	template <class S> friend __device__ C<decltype(T() + S())> operator+(S a, C b) { return {a + b.v}; }
};
__global__ void k(C<float> *p, C<double> *q) { p[0] = p[1] + 1.0f; p[2] = 1.0f + p[0]; }
template <class T> __device__ int f(T, int) { return 1; }
template <class T> __device__ int f(int, T) { return 2; }
__global__ void k2(int *p) { p[0] = f(1.0f, 1) + f(1, 2.0f); }
template <class T> __device__ int g(T a, int b);
template <class U> __device__ int g(U a, int b) { return 3; }
__global__ void k3(int *p) { p[0] = g(1.0f, 1); }
__global__ void k4(int *p) { p[0] = f(1, 1); }
