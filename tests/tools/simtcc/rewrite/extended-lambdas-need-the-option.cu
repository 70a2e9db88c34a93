# 1 "k.cu"
void f(int n) { auto a = [=] __device__ (int i) {}; }
// not compiled
