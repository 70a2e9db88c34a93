__device__ void f(int, float);
__device__ void f(float, int);
struct a { __device__ operator int() const; __device__ operator long() const; };
struct left { int x; };
struct right { int x; };
struct both : left, right {};
__global__ void call() { f(1, 1); }
__global__ void convert(a v, int *p) { *p = v + 1.0; }
__global__ void member(both *v) { v->x = 1; }
struct top { int x; __device__ int f(); };
struct l1 : virtual top { __device__ int f(); };
struct r1 : virtual top {};
struct bottom : l1, r1 { __device__ int own() { return f() + x; } };
struct l2 { static int s; __device__ int f(int); };
struct r2 { static int s; __device__ int f(float); };
struct both2 : l2, r2 { __device__ int own() { return f(1); } };
struct both3 : l2, r2 { using l2::f; using r2::f; __device__ int own() { return f(1); } };
template <class T> struct probe : T, right {};
template <class T, class = void> struct has_x { enum { v = 1 }; };
template <class T> struct has_x<T, decltype((void)&probe<T>::x)> { enum { v = 0 }; };
static_assert(has_x<left>::v && !has_x<l2>::v, "");
__global__ void members(both2 *b, bottom *c, both3 *d) { b->own(); c->own(); d->own(); int *p = &both2::s; }
template <class T, class U> __device__ void two(T &&, U *) {}
template <class T, class U> __device__ void two(T &, U) {}
__global__ void neither(int i, int *p) { two(i, p); }
