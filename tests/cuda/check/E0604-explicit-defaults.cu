// {} copies no object that an explicit constructor makes, even one that does nothing; no value is of an abstract class.
struct Trivial {
	explicit Trivial() = default;
	int x;
};
struct Own {
	__device__ explicit Own() {}
};
struct Plain {
	Plain() = default;
	int x;
};
template <class T> __device__ void takes(T);
template <class T> auto is_implicit(int) -> decltype(takes<const T &>({}), true);
template <class T> int is_implicit(...);
static_assert(sizeof(is_implicit<Plain>(0)) == 1);
static_assert(sizeof(is_implicit<Trivial>(0)) == sizeof(int) && sizeof(is_implicit<Own>(0)) == sizeof(int));
struct Abstract {
	virtual void f() = 0;
};
static_assert(!__is_convertible_to(Abstract, Abstract) && __is_convertible_to(Abstract &, Abstract &));
static_assert(!__is_convertible_to(int (&)[2], int[2]) && !__is_convertible_to(int (&)(), int()));
__device__ Trivial allowed() {
	Trivial t{}, u = Trivial{};
	Plain p = {};
	return Trivial{};
}
__device__ Trivial refused() {
	Trivial t = {};
	return {};
}
