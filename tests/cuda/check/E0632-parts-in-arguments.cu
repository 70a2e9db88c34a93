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
