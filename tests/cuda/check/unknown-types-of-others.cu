// What is declared with an unknown type is reported, and its use does not crash the compiler.
template <class T> __device__ T half(T x) { return x * 0.5f; }
using floats = unknown (*)(float);
template <floats F> __device__ float once(float v) { return F(v); }
__device__ float through(float v) { return once<half>(v); }

typedef nothing binary(int, int);
struct calls {
	binary *f;
	__device__ operator binary *() const { return f; }
};
__device__ int behind(const calls &c) { return (*c)(1, 2); }

struct part {
	__device__ part(absent a) {}
	__device__ int sum(lost b) const { return b; }
	int n;
};
__device__ int parts(const part &p) { return p.sum(1) + p.n; }
