template <int N> struct a { int x[N]; };
__device__ int f(int);
constexpr int g(int x) { return x > 3 ? throw 1 : x; }
__global__ void size(int n) { __shared__ int x[n]; }
__global__ void argument(int n) { a<n> v; }
__global__ void call() { constexpr int n = f(1); }
__global__ void label(int n, int m) { switch (n) { case m: break; } }
__global__ void division() { constexpr int n = 1 / 0; }
__global__ void bounds() { constexpr int t[2] = {1, 2}; constexpr int n = t[2]; }
__global__ void overflow() { constexpr int n = 2147483647 + 1; }
__global__ void enumerator(int n) { enum e { red = n }; }
__global__ void branch() { constexpr int n = g(4); }
__global__ void asserted(int n) { static_assert(n > 0); }
__global__ void loop() { constexpr int n = [] { int i = 0; while (true) i ^= 1; return i; }(); }
