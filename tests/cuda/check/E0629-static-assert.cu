static_assert(sizeof(int) == 8, "int has 8 bytes");
static_assert(1 > 2);
template <class T> struct small { static_assert(sizeof(T) <= 4, "T is too large"); };
__global__ void k() { small<double> s; }
template <int N> __device__ void f() { static_assert(N > 0); }
__global__ void g() { f<0>(); }
