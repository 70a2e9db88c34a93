// Kernels instantiated with every sort of template argument: the host's name of one must find the device's.
#include <cstdio>
#include <cstddef>

template <class... T> struct List {};
template <class T> struct Box {
	T value;
	struct Inner { int i; };
	template <class U> struct Deep { U u; };
};
namespace outer {
inline namespace v1 {
namespace {
struct Hidden { int x; };
}
struct Shown { int x; enum Kind { first, second }; enum class Tone : short { low = -2, high = 5 }; };
template <int N, class T = char> struct Sized { T t[N]; };
}
}
struct Node { int key; float weight; __host__ __device__ int get() const { return key; } void set(int k) { key = k; } };
enum Color { red, green = 7 };
__device__ int counter;
__device__ int table[4] = {1, 2, 3, 4};
__device__ int twice(int x) { return 2 * x; }
__device__ int negate(int x) { return -x; }
extern "C" __device__ int thrice(int x) { return 3 * x; }
extern "C" int of_host(int x) { return x; }
template <int (*F)(int)> struct Calls { int i; };

__device__ int result[64];
template <class T> __global__ void of_type(int at) { result[at] = (int)sizeof(List<T>) + at; }
template <class... T> __global__ void of_pack(int at) { result[at] = (int)sizeof...(T) * 100 + at; }
template <class T, T V> __global__ void of_value(int at) { result[at] = (int)(long long)V; }
template <auto V> __global__ void of_auto(int at) { result[at] = (int)(long long)V; }
template <template <class> class C, class T> __global__ void of_template(int at) { result[at] = (int)sizeof(C<T>); }
template <template <class...> class C, int... N> __global__ void of_templates(int at) { result[at] = (N + ... + (int)sizeof(C<int>)); }
template <int (*F)(int)> __global__ void of_function(int at) { result[at] = F(at); }
template <int *P> __global__ void of_pointer(int at) { result[at] = *P; }
template <int &R> __global__ void of_reference(int at) { result[at] = R + 1; }
template <int Node::*M> __global__ void of_member(Node n, int at) { result[at] = n.*M; }
template <int (Node::*M)() const> __global__ void of_method(int at) { result[at] = M != nullptr; }
template <class T> __global__ void passed(T *p, const T *const q, T (*r)[3], int at) { result[at] = sizeof(T) + (p == q) + (r != nullptr); }
template <class T, class U = Box<T>, int N = sizeof(T)> __global__ void defaulted(int at) { result[at] = N * 10 + sizeof(U); }
template <class R, class... A> __global__ void signature(R (*)(A...), int at) { result[at] = sizeof(R) * 10 + sizeof...(A); }
template <bool B, unsigned char C, long long L, unsigned long long U> __global__ void numbers(int at) { result[at] = B + C + (int)L + (int)(U >> 60); }

/* The same of functions. */
__device__ int five = 5;
template <int *P> __device__ int pointer() { return *P; }
template <int &R> __device__ int reference() { return R; }
template <int (&A)[4]> __device__ int array() { return A[3] + (int)sizeof A; }
template <int (*A)[4]> __device__ int array_pointer() { return (*A)[2]; }
template <auto V> __device__ int deduced() { return *V; }
template <int Node::*M> __device__ int member(Node n) { return M == nullptr ? -1 : n.*M; }
template <int (Node::*M)() const> __device__ int method(Node n) { return M ? (n.*M)() : -1; }
__global__ void entities(int) {
	int *out = result;
	*out++ = pointer<table>(), *out++ = pointer<&five>(), *out++ = reference<five>();
	*out++ = array<table>(), *out++ = array_pointer<&table>();
	*out++ = deduced<table>(), *out++ = deduced<&five>();
	*out++ = member<&Node::key>({2, 3}), *out++ = member<nullptr>({2, 3}), *out++ = method<&Node::get>({7, 8});
}

static int n;
#define RUN(...) (__VA_ARGS__<<<1, 1>>>(n), check(#__VA_ARGS__))
static void check(const char *what) {
	cudaError_t e = cudaDeviceSynchronize();
	int r = -1;
	cudaMemcpyFromSymbol(&r, result, sizeof r, n++ * sizeof r);
	printf("%s: %d%s\n", what, r, e ? cudaGetErrorName(e) : "");
}

int main() {
	RUN(of_type<unsigned __int128>), RUN(of_type<__int128>), RUN(of_type<long double>);
	RUN(of_type<wchar_t>), RUN(of_type<char16_t>), RUN(of_type<char32_t>), RUN(of_type<std::nullptr_t>);
	RUN(of_type<signed char>), RUN(of_type<unsigned char *const volatile *>), RUN(of_type<bool &>), RUN(of_type<short &&>);
	RUN(of_type<int[]>), RUN(of_type<const int[3][4]>), RUN(of_type<int (&)[2]>), RUN(of_type<const volatile long>);
	RUN(of_type<int(int, float...)>), RUN(of_type<int(long) const &>), RUN(of_type<void() &&>);
	RUN(of_type<int Node::*>), RUN(of_type<int (Node::*)() const>), RUN(of_type<void (Node::*)(int)>), RUN(of_type<const Node *Node::*>);
	RUN(of_type<Box<Box<int>>::Deep<Box<int>::Inner>>), RUN(of_type<outer::Hidden>), RUN(of_type<outer::Shown::Kind>);
	RUN(of_type<outer::Sized<3>>), RUN(of_type<outer::Sized<-0x7fffffff - 1 + 0x7fffffff + 3, outer::Shown[2]>>);
	RUN(of_type<List<List<>, List<int, int>, List<List<int>, List<int>>>>);
	RUN(of_pack<>), RUN(of_pack<int, Node, int, Node, const Node &, Node *>), RUN(of_pack<int (*)(Node), int (*)(Node)>);
	RUN(of_value<int, -5>), RUN(of_value<Color, green>), RUN(of_value<Color, Color(3)>), RUN(of_value<outer::Shown::Tone, outer::Shown::Tone::low>);
	RUN(of_value<long, -9223372036854775807L>), RUN(of_value<unsigned long, ~0ul>), RUN(of_value<bool, true>), RUN(of_value<char, 'x'>);
	RUN(of_value<short, -1>), RUN(of_value<char16_t, u'z'>);
	RUN(of_auto<3>), RUN(of_auto<3u>), RUN(of_auto<'c'>), RUN(of_auto<red>), RUN(of_auto<-4l>);
	RUN(of_template<Box, double>), RUN(of_template<Box<int>::Deep, char>), RUN(of_templates<List, 1, 2, -3>), RUN(of_templates<List>);
	RUN(of_function<twice>), RUN(of_function<&negate>), RUN(of_pointer<&counter>), RUN(of_pointer<table>), RUN(of_reference<counter>);
	of_member<&Node::key><<<1, 1>>>({41, 1.5f}, n), check("of_member");
	RUN(of_method<&Node::get>);
	passed<<<1, 1>>>((double *)nullptr, (const double *)nullptr, (double (*)[3])nullptr, n), check("passed");
	RUN(defaulted<float>), RUN(defaulted<char, int, 3>);
	signature<<<1, 1>>>((double (*)(int, Node, const Node &, Node *))nullptr, n), check("signature");
	RUN(numbers<true, 200, -7, 1ull << 63>);
	entities<<<1, 1>>>(0), n = 0;
	for (const char *what : {"pointer to an array", "to a variable", "reference", "to an array", "pointer to all of it",
	                         "auto array", "auto pointer", "member", "no member", "method"})
		check(what);
	RUN(of_function<thrice>), RUN(of_type<Calls<of_host>>), RUN(of_type<Calls<thrice>>);
}
