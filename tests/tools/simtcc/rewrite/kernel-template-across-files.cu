// options: --rdc
# 1 "k.cu"
template<class T> __global__ void k(T *p);
template<class T> __global__ void k(T *p) { *p = 0; }
template<> __global__ void k<double>(double *p) { *p = 1; }
template __global__ void k<int>(int *p);
__device__ int shared_with_other_files = 3;
extern __device__ int other;
