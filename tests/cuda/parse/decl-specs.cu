// flags: --ast
extern "C" __global__ void __launch_bounds__(128, 2) k(const float *__restrict__ a, int n);
static inline unsigned long long int f(void);
__device__ __forceinline__ short g() noexcept { return 1; }
alignas(16) __constant__ float table[4] = {1.0f, .5f, 0x1p-2f, 2e3};
typedef struct __align__(8) { int x, y; } pair_t;
