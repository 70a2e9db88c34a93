struct C1 { __device__ explicit C1(int); __device__ C1(float, int = 2); };
__device__ void by(C1);
__device__ void lists() { C1 a(1); C1 b{1}; C1 c = {1}; C1 d = {1.0f}; C1 e[2] = {C1(1), 2.0f}; by({1.0f}); auto f = C1{1}; }
