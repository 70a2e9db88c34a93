__host__ __device__ int twice(int x) { return x * tow; }
struct pair { int a; vecter<int> b; };
__global__ void k(pair *p) { p->a = twice(p->a); }
