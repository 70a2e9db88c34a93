typedef int &R;
struct S { int &m; __device__ int &f(); };
__device__ void collapse(R &a, R &&b, int &(&f)(int &), int &(*g)()) {}
__device__ void twice(int & &a) {}
__device__ void mixed(int && &a) {}
__device__ void grouped(int &(&a)) {}
__device__ void inside() { using L = int & &; typedef int & &M; sizeof(int & &); static_cast<int & &&>(1); auto &&ok = 1; const auto & &no = 2; }
template <class T> __device__ void t(T &&x) {}
__device__ void u(int &a) { t<int &>(a); }
