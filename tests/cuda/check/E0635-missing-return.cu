__device__ int half_of_it(int x) { if (x) return 1; }
__device__ int leaves(int x) { for (;;) { if (x) break; } }
__device__ int one_case(int x) { switch (x) { case 1: return 1; } }
__device__ int breaks(int x) { switch (x) { case 1: break; default: return 1; } }
template <class T> __device__ T instance(T x) { if (x) return x; }
__global__ void k(int *p) { *p = instance(*p) + instance(1.0f); auto f = [](int x) -> int { if (x) return 2; }; *p += f(1); }
/* these do return */
__device__ int loop(int x) { while (1) { if (x) return 1; } }
__device__ int again(int x) { a: if (x) return 1; goto a; }
__device__ int once(int x) { do { return 1; } while (x); }
__device__ int all(int x) { switch (x) { case 1: return 1; default: return 2; } }
__device__ int falls(int x) { switch (x) { default: x++; case 1: return x; } }
__device__ int never(int x) { if (x) return 1; __builtin_unreachable(); }
__device__ int traps(int x) { if (x) return 1; __builtin_trap(); }
__device__ int constant(int x) { if constexpr (sizeof(int) == 4) return x; }
__device__ int both(int x) { if (x) { return 1; } else { return 2; } }
