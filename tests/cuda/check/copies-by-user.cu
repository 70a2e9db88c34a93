// A class that is marked has copies that traits count as the user's, and so have classes that hold it.
template <class T> constexpr bool is_copied = __is_trivially_copyable(T) && __is_trivially_constructible(T, const T &) &&
	__is_trivially_constructible(T, T) && __is_trivially_assignable(T &, T) && __is_nothrow_constructible(T, const T &);
struct Plain { short x, y; };
struct __attribute__((simt_copied)) Pair { short x, y; };
struct Holds { Pair p; };
static_assert(is_copied<Plain> && !is_copied<Pair> && !is_copied<Holds>);
static_assert(!__is_trivially_copyable(Pair) && !__is_trivially_constructible(Pair, Pair) && !__is_trivially_assignable(Pair &, const Pair &));
static_assert(!__is_trivially_copyable(Holds) && !__is_nothrow_assignable(Pair &, Pair) && !__is_trivial(Pair));
static_assert(__is_constructible(Pair, Pair) && __is_trivially_constructible(Pair) && __has_trivial_destructor(Pair) && __is_standard_layout(Pair));
