// nvcc takes a function template's own parameters after its name where it is declared again
template <class T> int f(T *p);
template <class T> int f<T>(T *p) { return *p; }
template <class T, int N, class... R> __global__ void k(T *p, R...);
template <class T, int M, class... R> __global__ void k<T, M, R...>(T *p, R... r) { *p = M; }
template <class T> struct A { template <class U> __device__ void g(U *p); template <class U> void h(U *p); };
template <class T> template <class U> __device__ void A<T>::g<U>(U *p) { *p = 1; }
template <class T> template <class U> inline void A<T>::h<U>(U *p) { *p = 1; }
namespace n { template <class T> __device__ T d(T); }
template <class T> __device__ T n::d<T>(T t) { return t; }
template <class T> struct B { template <class U> B(U); template <class U> operator A<U>() const; template <class U> operator ::B<U>() const; };
