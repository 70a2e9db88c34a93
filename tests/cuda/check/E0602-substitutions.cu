// Each candidate that an endless substitution removes has asked for two.
template <unsigned long long N> __device__ auto f(int) -> decltype(f<2 * N>(0) + f<2 * N + 1>(0));
template <class T> struct w {};
template <class T> __device__ auto g(T t) -> decltype(g(w<T>()) + g(w<w<T>>()));
__global__ void k() { g(1); }
