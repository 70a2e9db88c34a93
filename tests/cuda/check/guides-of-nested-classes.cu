// A member template that is defined outside of its class has the guides of that definition.
struct Left {
	template <class T> struct Mapping;
};
template <class X> struct Left::Mapping {
	X x;
	__device__ constexpr Mapping(const X &x) : x(x) {}
};
__device__ void f() {
	auto braced = Left::Mapping{3};
	Left::Mapping declared('a');
	static_assert(__is_same(decltype(braced), Left::Mapping<int>) && __is_same(decltype(declared), Left::Mapping<char>));
}
// A cast among the parameters of a template ends at its own >.
template <unsigned n, unsigned start = 0, unsigned end = static_cast<unsigned>(-1)> __device__ constexpr bool range() { return end > start; }
static_assert(range<3>());
