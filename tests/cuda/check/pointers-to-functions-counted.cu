// GNU C counts functions as bytes, as it does void: nvcc takes + and -, but no ++, and no difference.
template <class T> constexpr auto adds(int) -> decltype(T() + 1, 1 + T(), T() - 1, true) { return true; }
template <class T> constexpr bool adds(...) { return false; }
template <class T> constexpr auto counts(int) -> decltype(++*(T *)0, true) { return true; }
template <class T> constexpr bool counts(...) { return false; }
template <class T> constexpr auto has_distance(int) -> decltype(T() - T(), true) { return true; }
template <class T> constexpr bool has_distance(...) { return false; }
using Function = int (*)(int);
static_assert(adds<Function>(0) && adds<void *>(0) && adds<int *>(0));
static_assert(!counts<Function>(0) && !counts<void *>(0) && counts<int *>(0));
static_assert(!has_distance<Function>(0) && !has_distance<void *>(0) && has_distance<int *>(0));
__device__ long step(Function f) {
	Function g = f + 2;
	g += 3;
	g -= 1;
	return (char *)g - (char *)f;
}
