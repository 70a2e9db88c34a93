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
struct some { __device__ bool r(int) const; __device__ bool n(int); };
struct more : some {};
__device__ int wide(float), variable;
__device__ const int fixed = 1;
__device__ more derived;
template <bool (some::*f)(int) const> struct members {};
template <int (*f)(int)> struct functions {};
template <int (&f)(int)> struct references {};
template <int *p> struct pointers {};
template <some *p> struct bases {};
template <void *p> struct anything {};
__global__ void not_const() { members<&some::r> good; members<&some::n> bad; }
__global__ void parameters() { functions<wide> x; references<wide> y; }
__global__ void qualifiers() { pointers<&variable> good; pointers<&fixed> bad; }
__global__ void to_base() { bases<&derived> x; }
__global__ void to_void() { anything<&variable> x; }
