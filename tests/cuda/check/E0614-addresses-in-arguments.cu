// flags: std=20
struct At { const int *p; };
struct Virtual { int a; __device__ constexpr Virtual(int x) : a(x) {} __device__ constexpr virtual int f() const { return a; } };
__device__ int table[3];
template <At a> __device__ int f() { return *a.p; }
template <Virtual b> __device__ int g() { return b.f(); }
__device__ int past() { return f<At{table + 4}>() + f<At{table + 3}>(); }
__device__ int whole() { return f<At{table}>(); }
__device__ int bits() { return g<Virtual{1}>(); }
