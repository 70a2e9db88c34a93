// Default arguments that a member of a class template is given outside of its class go; others stay.
template <class T, int N = 2> struct A { int f(int a); static int g(T a, int b = 1); template <class U> int h(U u, int n); };
template <class T, int N> int A<T, N>::f(int a = 3) { return a; }
template <class T, int N> int A<T, N>::g(T a, int b) { return b; }
template <class T, int N> template <class U> int A<T, N>::h(U u, int n = sizeof(A<T, 3>)) { return n; }
template <class T> int free_one(T a, int b = 4) { return b; }
template <class T, int N> struct D { __device__ int f(int a); __host__ __device__ int g(int a); };
template <class T, int N> __device__ int D<T, N>::f(int = 3) { return 1; }
template <class T, int N> __host__ __device__ int D<T, N>::g(int a = 3) { return a; }
struct B { int f(int a); };
int B::f(int a = 5) { return a; }
int main() { return A<int>().f(1) + B().f() + free_one(1); }
