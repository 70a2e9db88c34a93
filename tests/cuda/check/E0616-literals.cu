__device__ int operator""_a(unsigned long long v) { return 1; }
__device__ int operator""_c(char v) { return 1; }
__device__ int operator""_d(long double v) { return 1; }
__device__ int k() { return 1.5_a; }
__device__ int l() { return L'c'_c; }
__device__ int m() { return 1_d; }
__device__ int n() { return 1_c; }
__device__ int o() { return 'a'_a; }
__device__ int p() { return 'a'_d; }
