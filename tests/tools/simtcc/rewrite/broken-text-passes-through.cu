// options: --warn
# 1 "k.cu"
// not compiled
__global__ void k(int { }
k<<<1, 1>>>(
a<<<>>>();
__device__
) ] } > >>> <<<
template< __global__ void
__global__ void ok() {}
void f() { ok<<<1, 1>>>(); }
