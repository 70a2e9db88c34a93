// What nvcc takes for a class that only a friend declaration has named before a template, and that is declared after it: in the
// template it is found, elsewhere it is not.
#include <cstdio>

struct Outer { int z; };
struct Unknown;
namespace n {
struct A { friend struct Outer; friend class Unknown; int x; };
template <class T> __device__ int in_template(T *) { return sizeof(Outer); }
__device__ int in_function(A *) { return sizeof(Outer); }
template <class T> struct Member { Outer *p; static constexpr int size = sizeof(*p); };
template <class T> __device__ int qualified(T *) { return Unknown::make().size(nullptr) + sizeof(Unknown::number); }
template <class T> __device__ int through(T *t) { Unknown *u = nullptr; return u->size(t); }
struct Outer { char c[7]; };
class Unknown {
public:
	static constexpr short number = 5;
	static __device__ Unknown make() { return Unknown(); }
	__device__ int size(A *a) const { return a ? a->x + 30 : number; }
};
}
struct Later { int z; };
namespace other { struct B { friend struct Later; }; }
namespace m {
template <class T> __device__ int elsewhere(T) { return sizeof(Later); }
struct Later { char c[9]; };
}

__global__ void run(int *o) {
	n::A a;
	a.x = 3;
	o[0] = n::in_template(&a), o[1] = n::in_function(&a), o[2] = n::Member<int>::size, o[3] = n::through(&a);
	o[4] = m::elsewhere(1), o[5] = n::qualified(&a);
}

int main() {
	int *o, h[6];
	cudaMalloc(&o, sizeof h);
	run<<<1, 1>>>(o);
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDefault);
	printf("%d %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
}
