template <class F> __device__ int again(F f) { return again([=] { return f() + 1; }); }
__global__ void k(int *p) { *p = again([] { return 0; }); }
