// Classes of one name in several namespaces: a member that is defined outside of its class is the one's that its
// qualified name means.
#include <cstdio>

namespace a {
struct S { __host__ __device__ int m() const; static __host__ __device__ int s(); struct In { __host__ __device__ int g() const; }; };
__host__ __device__ int S::m() const { return 1; }
__host__ __device__ int S::s() { return 2; }
__host__ __device__ int S::In::g() const { return 3; }
template <class T> struct P { T v; __host__ __device__ T get() const; static const int n; template <class U> __host__ __device__ U as() const; struct Q; };
template <class T> __host__ __device__ T P<T>::get() const { return v + 10; }
template <class T> const int P<T>::n = 4;
template <class T> template <class U> __host__ __device__ U P<T>::as() const { return (U)v + 5; }
template <class T> struct P<T>::Q { static constexpr int k = 6; };
}
namespace b {
struct S { __host__ __device__ int m() const; static __host__ __device__ int s(); struct In { __host__ __device__ int g() const; }; };
template <class T> struct P { T v; __host__ __device__ T get() const; static const int n; template <class U> __host__ __device__ U as() const; struct Q; };
namespace inner {
struct S { __host__ __device__ int m() const; };
__host__ __device__ int S::m() const { return 7; }
}
inline namespace v2 {
struct V { __host__ __device__ int m() const; };
}
}
__host__ __device__ int b::S::m() const { return 100; }
__host__ __device__ int b::S::s() { return 200; }
namespace b {
__host__ __device__ int S::In::g() const { return 300; }
template <class T> __host__ __device__ T P<T>::get() const { return v + 1000; }
template <class T> const int P<T>::n = 400;
__host__ __device__ int V::m() const { return 9; }
}
template <class T> template <class U> __host__ __device__ U b::P<T>::as() const { return (U)v + 500; }
template <class T> struct b::P<T>::Q { static constexpr int k = 600; };
struct S { __host__ __device__ int m() const; };
__host__ __device__ int S::m() const { return 8; }
using namespace b::inner;
namespace { struct T { __host__ __device__ int m() const; }; __host__ __device__ int T::m() const { return 11; } }
namespace alias = a;
namespace c { using a::P; struct S : a::S { __host__ __device__ int m() const; }; }
__host__ __device__ int c::S::m() const { return a::S::m() + 20; }

// A kernel of an unnamed namespace beside a function of its name around it.
struct image { int v; };
int negate(const image &in);
template <class T> struct row { T *at; };
namespace {
template <class T> __global__ void negate(const row<T> in, row<int> out) { *out.at = -*in.at; }
}
int negate(const image &in) {
	int *at, r;
	cudaMallocManaged(&at, sizeof *at);
	*at = in.v;
	negate<int><<<1, 1>>>(row<int>{at}, row<int>{at});
	cudaDeviceSynchronize();
	r = *at;
	cudaFree(at);
	return r;
}

struct sums { int v[24]; };
__host__ __device__ sums all() {
	sums r = {{a::S().m(), a::S::s(), a::S::In().g(), a::P<int>{1}.get(), a::P<int>::n, a::P<int>{2}.as<short>(), a::P<int>::Q::k,
	           b::S().m(), b::S::s(), b::S::In().g(), b::P<int>{1}.get(), b::P<int>::n, b::P<int>{2}.as<short>(), b::P<int>::Q::k,
	           b::inner::S().m(), ::S().m(), b::V().m(), T().m(), c::S().m(), c::P<long>{1}.get() == 11}};
	return r;
}
__global__ void run(sums *out) { *out = all(); }
int main() {
	sums *out, here = all();
	cudaMallocManaged(&out, sizeof *out);
	run<<<1, 1>>>(out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 24; i++)
		printf("%d%s%c", out->v[i], out->v[i] == here.v[i] ? "" : " (not what the host says)", i == 23 ? '\n' : ' ');
	printf("%d\n", negate(image{5}));
}
