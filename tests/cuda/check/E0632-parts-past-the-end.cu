// flags: std=20
struct S { int a, b; };
__device__ int table[3];
__device__ S s;
template <int *p> __device__ int f() { return *p; }
template <int &r> __device__ int g() { return r; }
__device__ int whole() { return f<table>() + f<&table[0]>(); }
template <int *p> struct X { static constexpr int n = 1; };
/* [expr.const]/11: a pointer may be to the place after the end, a reference not */
__device__ int past() { return X<table + 3>::n + X<table + 1>::n + X<table + 4>::n; }
__device__ int referred() { return g<table[3]>() + g<table[2]>(); }
