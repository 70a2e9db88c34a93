struct declared;
__global__ void object() { declared d; }
__global__ void member(declared *p) { p->x = 1; }
__global__ void size(int *p) { *p = sizeof(declared); }
__global__ void arithmetic(declared *p) { p++; }
__global__ void parameter(declared d) {}
struct holder { declared d; };
__global__ void holds(holder h) {}
__global__ void array() { extern declared a[]; a[1]; }
template <class T> struct box;
__global__ void of_template(box<int> *b) { b->x = 1; }
__device__ int unsized[];
