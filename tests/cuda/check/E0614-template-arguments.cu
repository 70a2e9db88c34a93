template <class T> struct box { T x; };
template <int N> struct numbered { int x[N]; };
template <class T, class U> struct pair { T a; U b; };
template <template <class> class C> struct wraps { C<int> c; };
__global__ void value() { box<3> b; }
__global__ void type() { numbered<int> n; }
__global__ void few() { pair<int> p; }
__global__ void many() { box<int, int> b; }
__global__ void no_template() { wraps<int> w; }
__global__ void size() { int n = sizeof...(n); }
template <class... T> __device__ int unexpanded(T... x) { return x; }
template <class... T> __device__ bool all(T... x) { return (x + ...) > 0; }
__global__ void empty() { all(); unexpanded(1, 2); }
