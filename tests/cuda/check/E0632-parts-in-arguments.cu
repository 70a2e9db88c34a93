// flags: std=17
struct S { int a, b; };
__device__ int table[3];
__device__ S s;
template <int *p> __device__ int f() { return *p; }
template <int &r> __device__ int g() { return r; }
__device__ int element() { return f<&table[1]>(); }
__device__ int member() { return f<&s.b>(); }
__device__ int reference() { return g<table[1]>(); }
__device__ int whole() { return f<table>() + f<&table[0]>(); }
template <int *p> struct X { static constexpr int n = 1; };
__device__ int past() { return X<table + 3>::n + X<table + 1>::n; }
/* nvcc takes first elements everywhere, and other arrays as pointers of functions */
struct T { int a[4]; };
__device__ T t, more[3];
__device__ int rows[2][3];
template <int (&r)[3]> __device__ int h() { return r[0]; }
__device__ int arrays() { return f<t.a>() + f<rows[1]>() + f<more[1].a>() + f<(&t)->a>(); }
__device__ int first() { return g<table[0]>() + g<*table>() + f<&rows[0][0]>() + h<rows[0]>() + X<*rows>::n; }
__device__ int other() { return h<rows[1]>(); }
__device__ int of_class() { return X<t.a>::n + X<rows[1]>::n; }
__device__ int sum() { return f<rows[1] + 0>(); }
