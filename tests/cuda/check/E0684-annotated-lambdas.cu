__device__ int before(int a) { return [=] __device__ { return a; }() + [] __host__ __device__ (int x) { return x; }(a); }
__device__ int after(int a) { return [=](int x) __device__ { return a + x; }(1) + []() mutable __host__ { return 2; }(); }
