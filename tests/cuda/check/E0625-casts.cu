struct s { int x; };
__global__ void reinterpret(float f, int *p) { *p = reinterpret_cast<int>(f); }
__global__ void constant(const int *p) { float *q = const_cast<float *>(p); }
__global__ void stat(int *p) { float *q = static_cast<float *>(p); }
__global__ void to_class(int i) { s v = (s)i; }
__global__ void bits(float f) { __builtin_bit_cast(char, f); }
