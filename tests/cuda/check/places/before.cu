/* What the operands name. */
extern "C" __device__ int printf(const char*, ...);
namespace ns { struct in {}; __device__ int v; }
__device__ int one(int); __device__ int many(int); __device__ int many(double); template <class T> __device__ int tm(T);
template <class T> struct ct { T t; __device__ ct(T) {} __device__ ct() {} }; template <class T> __device__ T vt = T();
template <class T> using al = ct<T>; template <class T> concept cc = true;
enum en { ea, eb }; enum class ec { a, b }; struct inc; union un { int a; float b; };
struct agg { int a, b; }; struct ab { __device__ virtual void f() = 0; };
struct S { int x; const int k = 1; int &r; int bf : 3; mutable int mu; static int st; __device__ int mf(int); __device__ int mf(double); __device__ static int sf(int); __device__ operator int(); __device__ operator double();
  __device__ S(); __device__ S(int); __device__ int operator()(int); __device__ int operator[](int); __device__ S *operator->(); __device__ ~S(); };
struct priv { private: int p; __device__ priv(); __device__ ~priv(); }; struct del { __device__ del(const del&) = delete; __device__ del(); };
struct D : S { __device__ D(); }; struct DD : virtual S {}; struct A1 : S {}; struct A2 : S {}; struct amb : A1, A2 {};
__global__ void kern(int); __host__ int hostf(int); extern __shared__ int dyn[]; __constant__ int con[4]; __device__ int garr[3][4];
struct nil {};
