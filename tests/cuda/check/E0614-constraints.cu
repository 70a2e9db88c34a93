template <class T> concept small = sizeof(T) <= 4;
template <class T> concept twice = requires(T t) { t + t; typename T::type; };
template <class T, class U> concept same_size = sizeof(T) == sizeof(U);
template <small T> __device__ int f(T t) { return 1; }
template <class T> requires twice<T> struct S { T t; };
struct A { int x; };
struct big { double a, b; __device__ int m() requires small<int> && twice<int>; };
template <class T> struct X { __device__ int get() requires small<T> { return 1; } };
__global__ void none() { f(big{}); }
__global__ void cls() { S<int> s; }
__global__ void var() { small auto x = 1.0; }
__global__ void notconcept() { A auto x = 1; }
__device__ small auto result() { return 2.0; }
__global__ void res() { result(); }
__global__ void member() { X<double> x; x.get(); }
__global__ void two() { same_size<int> auto y = 2.0; }
template <class T> requires small<T> __device__ int g(T) { return 1; }
template <class T> requires twice<T> || (sizeof(T) == 4) __device__ int g(T) { return 2; }
__global__ void ambiguous() { g(1); }
template <class T> __device__ int notbool(T) requires(T{}) { return 1; }
__global__ void r() { notbool(A{}); }
__global__ void syntax(int *p) { p[0] = requires(int x) { x + ; }; }
__global__ void syntax2(int *p) { p[0] = requires { { 1 } noexcept 2; }; }
__global__ void args() { bool b = small<int, int>; }
__global__ void bare() { bool b = small; }
template <class T> concept loops = loops<T>;
