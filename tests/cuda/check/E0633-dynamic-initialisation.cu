__device__ int f();
struct s { int x; __device__ s() : x(f()) {} };
struct constant { int x; constexpr __device__ constant(int n) : x(n) {} };
__device__ int a = f();
__device__ s b;
__device__ constant fine(3);
__constant__ int c = f() + 1;
__device__ int d = a;
__device__ int *e = &a;
__global__ void uses() { a = b.x + c + d + *e + fine.x; }
