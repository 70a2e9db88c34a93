// flags: std=20
struct At { const int *p; };
struct Bits { int a : 3; };
__device__ int table[3];
template <At a> __device__ int f() { return *a.p; }
template <Bits b> __device__ int g() { return b.a; }
__device__ int part() { return f<At{table + 1}>(); }
__device__ int whole() { return f<At{table}>(); }
__device__ int bits() { return g<Bits{1}>(); }
