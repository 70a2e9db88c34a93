__device__ int x;
__device__ float x;
__device__ int f(int);
__device__ float f(int);
struct s { int a; float a; };
struct s {};
enum e { red, red };
__device__ void body() {}
__device__ void body() {}
__global__ void local(int p) { int n; float n; int p; }
__global__ void label() { out:; out:; }
template <class T> struct t {};
template <class T> struct t {};
typedef int name;
typedef float name;
__global__ void k(s v) {}
