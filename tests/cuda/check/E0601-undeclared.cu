namespace space { __device__ int member; }
struct point { int across, down; __device__ int length() const { return across; } };
__device__ int counter;

__global__ void misspelled() { countr = 1; }
__global__ void no_candidate() { something_else = 1; }
__global__ void in_namespace() { space::membr = 1; }
__global__ void in_class(point *p) { p->acros = 1; }
__global__ void call() { no_such_function(1); }
__global__ void method(point p) { p.lenght(); }
__global__ void scope() { nowhere::x = 1; }
__global__ void label() { goto out; }
__global__ void designated() { point p = {.across = 1, .up = 2}; }
namespace other { using space::nothing; }
__global__ void after_block(int n) {
	for (int i = 0; i < n; i++)
		;
	counter = i;
}
