// A deleted function is as good as another, whose side it may be; none takes an object of an abstract class.
namespace own {
struct Iterator {};
template <class A, class B> __device__ constexpr void swapped(A, B) {}
}
namespace pill {
template <class A, class B> void swapped(A, B) = delete;
template <class T> constexpr auto is_found(int) -> decltype(swapped(T(), T()), true) { return true; }
template <class T> constexpr bool is_found(...) { return false; }
}
static_assert(!pill::is_found<own::Iterator>(0)); // ambiguous
struct Abstract {
	virtual void f() = 0;
};
template <class T> __device__ void takes(T);
template <class T, class U> constexpr auto is_taken(int) -> decltype(takes<T>(static_cast<U>(*(T *)0)), true) { return true; }
template <class T, class U> constexpr bool is_taken(...) { return false; }
static_assert(is_taken<int, int &>(0) && !is_taken<Abstract, Abstract &>(0) && !is_taken<Abstract, Abstract &&>(0));
