/* access.cu - what may not be named is a failed substitution, not a match ([temp.deduct]/8, [class.access]).
 * SPDX-License-Identifier: Apache-2.0 */
template <class T, T v> struct constant { static constexpr T value = v; };
using yes = constant<bool, true>;
using no = constant<bool, false>;
template <class T> T &&make();
template <class T> void take(T);

template <class From, class To, class = void> struct converts : no {};
template <class From, class To>
struct converts<From, To, decltype(take<To>(make<From>()))> : yes {};
template <class V, class T, class... A> struct made_of : no {};
template <class T, class... A> struct made_of<decltype((void)T(make<A>()...)), T, A...> : yes {};
template <class T, class = void> struct has_field : no {};
template <class T> struct has_field<T, decltype((void)make<T>().field)> : yes {};
template <class T, class = void> struct has_function : no {};
template <class T> struct has_function<T, decltype((void)T::function())> : yes {};
template <class T, class = void> struct has_type : no {};
template <class T> struct has_type<T, decltype((void)make<typename T::type>())> : yes {};
template <class T, class = void> struct adds : no {};
template <class T> struct adds<T, decltype((void)(make<T>() + 1))> : yes {};

struct Base {};
struct Hidden : private Base {
	template <class T> static constexpr bool inside = converts<Hidden *, Base *>::value;
};
struct Shown : Base {};
class Open : public Hidden, public Shown {};
struct Twice : Shown {};

class NoCopy {
	NoCopy(const NoCopy &);
	NoCopy &operator=(const NoCopy &);

public:
	NoCopy();
};
struct HoldsNoCopy {
	NoCopy part;
};
class NoEnd {
	~NoEnd();

public:
	NoEnd();
};
class Secret {
	int field;
	__device__ static int function();
	__device__ operator int();
	__device__ int operator+(int);
	friend struct Friend;
	template <class T> friend struct FriendOf;
	friend __device__ int look(Secret &s);
};
struct Friend {
	__device__ static int get(Secret &s) { return s.field = 7; }
	static constexpr bool may = sizeof(Secret::function()) == sizeof(int);
};
template <class T> struct FriendOf {
	__device__ static int get(T &s) { return s.field + 1; }
};
__device__ int look(Secret &s) { return s.field + 2; }

class Untold {
	using type = int;
};
struct Told : Untold {
	using type = long;
};

class Guarded {
protected:
	Guarded() = default;
	int field;
};
struct Heir : Guarded {
	__device__ int get() { return field = 5; }
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	o[0] = converts<Hidden, Base>::value | converts<Hidden *, Base *>::value << 1 |
	       converts<Hidden &, Base &>::value << 2 | converts<Shown *, Base *>::value << 3 |
	       converts<Twice &, Base &>::value << 4 | converts<Open *, Hidden *>::value << 5 |
	       Hidden::inside<int> << 6;
	o[1] = made_of<void, NoCopy, const NoCopy &>::value | made_of<void, NoCopy>::value << 1 |
	       made_of<void, NoEnd>::value << 2 | __is_constructible(NoCopy, const NoCopy &) << 3 |
	       __is_constructible(HoldsNoCopy, const HoldsNoCopy &) << 4 | __is_constructible(HoldsNoCopy) << 5 |
	       __is_assignable(NoCopy &, const NoCopy &) << 6 |
	       __is_assignable(HoldsNoCopy &, const HoldsNoCopy &) << 7;
	o[2] = has_field<Secret>::value | has_function<Secret>::value << 1 | converts<Secret, int>::value << 2 |
	       adds<Secret>::value << 3 | Friend::may << 4;
	o[3] = has_field<Heir>::value | __is_constructible(Guarded) << 1 | __is_constructible(Heir) << 2;
	Secret s;
	o[4] = Friend::get(s) + FriendOf<Secret>::get(s) * 100 + look(s) * 10000 + n;
	o[6] = has_type<Untold>::value | has_type<Told>::value << 1;
	Heir h;
	o[5] = h.get();
}
