__global__ int result() { return 1; }
__global__ void reference(int &&x) {}
struct s { __global__ void member() {} };
__global__ void variable(int, ...) {}
template <class T> __global__ T instance(T x) { return x; }
template __global__ int instance<int>(int);
__device__ __global__ void both_sides() {}
__host__ __global__ void host_too() {}
__device__ int main() { return 0; }
