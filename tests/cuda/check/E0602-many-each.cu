// Twice as many in each generation.
template <unsigned long long N> __device__ int tree() { return tree<2 * N>() + tree<2 * N + 1>(); }
template <class A, class B> struct pair {};
template <class T> __device__ int pairs() { return pairs<pair<T, int>>() + pairs<pair<int, T>>(); }
__global__ void k(int *p) { *p = pairs<int>() + tree<1>(); }
