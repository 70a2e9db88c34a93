// An execution space between a function's name and its parameters is the function's.
struct S {
	int v;
	int operator() __device__(int i) const { return v + i; }
	int operator[] __host__ __device__(int i) const { return v - i; }
	S operator+ __device__(S s) const { return {v + s.v}; }
	int g __device__(int i);
	int h __host__(int i) { return i; }
};
int S::g __device__(int i) { return i + v; }
int f __device__(int x) { return x; }
template <class T> T id __host__ __device__(T t) { return t; }
void k __global__(int *p) {
	S s{*p};
	*p = s(1) + s[2] + (s + s).v + s.g(3) + f(4) + id(5);
}
__device__ int refused(S s) { return s.h(1); }
