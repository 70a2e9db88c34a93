// flags: std=20
/* A != beside an == does not keep the == from being turned around: nvcc 13.0 does not have the last words of
 * [over.match.oper]/4 (P2468). */
struct x {};
struct y {
	__device__ constexpr y(x) {}
	y() = default;
};
__device__ constexpr bool operator==(y, y) { return true; }
__device__ constexpr bool operator==(x, y) { return false; }
__device__ constexpr bool operator!=(x, y) { return true; }
static_assert(!(y() == x()) && y() != x());

struct in_class;
struct other {
	__device__ constexpr other(const in_class &) {}
	other() = default;
	__device__ constexpr bool operator==(other) const { return true; }
};
struct in_class {
	__device__ constexpr bool operator==(const other &) const { return false; }
	__device__ constexpr bool operator!=(const other &) const { return true; }
};
static_assert(!(other() == in_class()));

template <class T> struct box {};
struct lid {
	template <class T> __device__ constexpr lid(box<T>) {}
	lid() = default;
};
__device__ constexpr bool operator==(lid, lid) { return true; }
template <class T> __device__ constexpr bool operator==(box<T>, lid) { return false; }
template <class T> __device__ constexpr bool operator!=(box<T>, lid) { return true; }
static_assert(!(lid() == box<int>()));

struct deleted {
	__device__ constexpr bool operator==(int) const { return true; }
	bool operator!=(int) const = delete;
};
static_assert(3 == deleted() && !(3 != deleted()));
