__device__ int f();
struct s { int x; __device__ s() : x(f()) {} };
struct nested { s x[2]; };
struct hollow { int x; __device__ hollow() {} };
struct given { int x = 5; int y[3]{}; };
struct constant { given g{}; int *p; __device__ constexpr constant() : p(nullptr) {} };
struct late { int x{}; __device__ late() {} };
__global__ void shared() {
	__shared__ s v;
	__shared__ nested w;
	__shared__ hollow fine;
	__shared__ given dropped;
	__shared__ constant too;
	__shared__ late l[2];
	fine.x = dropped.x + too.g.x + v.x + w.x[0].x + l[0].x;
}
