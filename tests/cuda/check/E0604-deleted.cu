__device__ void f(int) = delete;
struct unique { unique() = default; unique(const unique &) = delete; __device__ ~unique() {} };
struct holder { unique u; };
struct reference { int &r; };
__global__ void function() { f(1); }
__global__ void copy(unique *p) { unique u(*p); }
__global__ void member(holder *p) { holder h = *p; }
__global__ void no_default() { reference r; }
__global__ void assign(reference *a) { a[0] = a[1]; }
