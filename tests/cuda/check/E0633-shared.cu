__device__ int f();
struct s { int x; __device__ s() : x(f()) {} };
struct nested { s x[2]; };
struct hollow { int x; __device__ hollow() {} };
__global__ void shared() { __shared__ s v; __shared__ nested w; __shared__ hollow fine; fine.x = 1; }
