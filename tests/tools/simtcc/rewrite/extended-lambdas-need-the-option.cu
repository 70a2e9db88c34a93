# 1 "k.cu"
void f(int n) { auto a = [=] __device__ (int i) {}; }
void g(int n) { auto a = [=] __host__ (int i) {}; auto b = [] __host__ {}; }
int t[2] __device__ = {1, 2};
template <class T> __device__ void h() { [] __host__ __device__ {}(); }
// not compiled
