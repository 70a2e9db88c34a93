// What CUB and Thrust are written with: overloads of mixed access, types of members in assertions of their class,
// nested namespaces whose names are a class's elsewhere, votes with .sync at the end, the names of 128-bit integers.
#include <cstdio>

namespace one { namespace core::detail { struct q { int x; }; } }
namespace two {
struct core {
	struct detail;
	template <class T> struct twice;
	int x;
	__device__ core(int x);
};
struct core::detail { int y; };
template <class T> struct core::twice { T z; };
__device__ core::core(int x) : x(x) {}
}

class exchange {
	__device__ int scatter(int x, bool) { return x + 1; }
	template <class T> __device__ T gather(T x, char) { return 2 * x; }
public:
	__device__ int scatter(int x) { return scatter(x, true); }
	template <class T> __device__ T gather(T x) { return gather(x, 'a'); }
};

template <class T> struct aligned { const char *p; int head; };
template <class I> union argument {
	aligned<I> a;
	I *it;
	static_assert(__is_same(decltype(a), aligned<I>), "the declared type");
	static_assert(__is_same(decltype(argument::it), I *), "qualified");
	static_assert(__is_same(decltype((a)), aligned<I> &), "an lvalue in parentheses");
	static_assert(__is_trivial(decltype(a)), "so its traits are the member's");
};
struct references {
	int &&r;
	static_assert(__is_same(decltype(r), int &&), "no reference to it");
};

__device__ unsigned peers(unsigned label, unsigned bit)
{
	unsigned mask;
	asm("{\n"
	    "    .reg .pred p;\n"
	    "    and.b32 %0, %1, %2;\n"
	    "    setp.ne.u32 p, %0, 0;\n"
	    "    vote.ballot.sync.b32 %0, p, 0xffffffff;\n"
	    "    @!p not.b32 %0, %0;\n"
	    "}\n"
	    : "=r"(mask) : "r"(label), "r"(bit));
	return mask;
}

/* a class whose base has a member of its name */
template <class T> struct facade { using reference = T &; using pointer = T *; };
template <class E> class pointer : public facade<E> {
	using super_t = facade<E>;
	E *p;
	__device__ typename super_t::reference dereference() const;
public:
	__device__ explicit pointer(E *p) : p(p) {}
	__device__ E &operator*() const { return dereference(); }
};
template <class E>
__device__ typename pointer<E>::super_t::reference pointer<E>::dereference() const
{
	return *p;
}

template <bool B, class T, class F> struct pick { using type = F; };
template <class T, class F> struct pick<true, T, F> { using type = T; };
template <class T> using wide = typename pick<__is_same(T, __int128_t) || __is_same(T, __uint128_t),
                                              char[2], char[1]>::type;

__global__ void k(int *out)
{
	one::core::detail::q q{3};
	two::core::detail d{4};
	two::core::twice<int> t{5};
	if (threadIdx.x == 0) {
		out[0] = q.x * 1000 + d.y * 100 + t.z * 10 + two::core(6).x;
		out[1] = exchange().scatter(1) + exchange().gather(20);
		out[2] = sizeof(argument<int>) + sizeof(references);
		out[3] = sizeof(wide<int>) + 10 * sizeof(wide<__int128>) +
		         100 * sizeof(wide<unsigned __int128>);
	}
	unsigned m = peers(threadIdx.x, 4);
	if (threadIdx.x == 4)
		out[4] = (int)m;
	if (threadIdx.x == 3)
		*pointer<int>(out + 5) = (int)m;
}

int main()
{
	int *p;
	cudaMallocManaged(&p, 6 * sizeof(int));
	k<<<1, 32>>>(p);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d %d %d %x %x\n", p[0], p[1], p[2], p[3], p[4], p[5]);
}
