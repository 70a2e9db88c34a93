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
struct sizeless { int none[0]; };
__global__ void without_size(sizeless *p) { sizeless x, many[2]; int none[0]; new sizeless; *p = *p; }
__device__ sizeless in_memory;
__device__ sizeless by_value(sizeless s) { return s; }
__global__ void passed(sizeless s) { by_value(s); sizeless *q = &s; auto l = [s] {}; l(); }
__device__ int none[] = {};
__device__ int no_element[0];
__global__ void k(int *p) {
	__shared__ int shared[2][0];
	*p = sizeof shared;
}
