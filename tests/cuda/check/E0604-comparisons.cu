struct U { union { int a; float b; }; bool operator==(const U &) const = default; };
struct W { int v; };
struct X { W w; bool operator==(const X &) const = default; };
struct Y { W w; auto operator<=>(const Y &) const = default; };
struct F { void operator+(const F &) const = default; };
struct G { int i; bool operator==(const G &) const = default; };
__global__ void unions(bool *o, U u) { o[0] = u == u; }
__global__ void parts(bool *o, X x) { o[0] = x != x; }
__global__ void order(bool *o, Y y) { o[0] = y < y; }
__global__ void plus(F f) { f + f; }
__global__ void header(bool *o) { o[0] = (1 <=> 2) < 0; }
__global__ void none(bool *o) { o[0] = W{1} <=> W{2}; }
__global__ void pointers(bool *o, int *p, float *q) { o[0] = (p <=> q) < 0; }
__global__ void fine(bool *o, G g) { o[0] = g != g; }
