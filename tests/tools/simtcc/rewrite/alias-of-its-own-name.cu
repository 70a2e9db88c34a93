// In a class, `using A = A<...>` changes what A means there: it gets the namespaces that declare A.
namespace lib { inline namespace v1 {
template <class T, int N> struct Reduce { T value[N]; };
template <class T> class __attribute__((visibility("hidden"))) Scan { };
template <class T> using Two = Reduce<T, 2>;
namespace detail {
template <class T> struct Agent {
	using Reduce = Reduce<T, 4>;   typedef Scan<T> Scan;
	using Two = typename lib::Two<T>; using Other = Two;
	Reduce r;
};
struct Outer {
	template <class T> struct Reduce { };
	struct Inner { using Own = Reduce<int>; };
};
struct Base { template <class T> struct Scan { }; };
struct Derived : Base { using Scan = Base::Scan<int>; };
template <class T> struct Nested { struct In { using Two = Two<T>; Two t; }; };
}
} }
template <class T> struct Global { };
namespace { template <class T> struct Hidden { }; struct User { using Hidden = Hidden<int>; using Global = Global<int>; }; }
extern "C" { struct C { using Global = Global<char>; }; }
void local() { using Global = Global<int>; Global g; (void)g; }
template <class T> struct Outer {
	using Value = typename T::type; using Same = T; using Int = int;
	struct Inner { using Value = Value; using Same = Same; using Int = Int; Value v; };
};
// the result of a member that has the name of its type
template <class L> struct Around {
	using Layout = L;
	typedef L Other;
	struct Inner {
		__device__ static Layout Layout() { return L(); }
		static const Other &Other() {
			static L l;
			return l;
		}
		int n;
	};
};
int results(Around<int>::Inner &i) { return i.n + i.Other(); }
// a class that is defined outside of the one that declares the alias
namespace far {
template <class T, class U> struct Table { using Value = T; using Other = U; class View; struct Plain; };
namespace deep { struct Box { using Int = int; struct In; }; }
template <class T,
          class U>
class Table<T,
            U>::View {
	using Value = Value; Value v; };
template <class T, class U> struct Table<T, U>::Plain { using Other = Other; };
struct deep::Box::In { using Int = Int; Int i; };
}
// a template that a using-directive or a using-declaration makes known, and one within the alias
namespace cute { namespace v2 { template <class T> struct Atom { }; } using namespace v2; template <class T> struct Tile { }; }
namespace choose { template <bool B, class T, class U> struct If { using type = T; }; }
namespace app {
using namespace cute;
using choose::If;
template <class T> struct Config {
	using Atom = typename choose::If<sizeof(T) == 4, Atom<T>, Atom<char>>::type;
	using Tile = cute::Tile<T>;
	using If = typename If<true, T, int>::type;
};
}
using namespace ::cute;
template <class T> struct Known { typedef choose::If<true, Atom<T>, Tile<T>> Atom; };
// no unqualified name is looked up in a base that depends on a template parameter
namespace bases {
template <class T> struct Order { };
template <class T> struct Accessor { };
template <class T, int N> struct Both : public Accessor<T> { using Order = Order<T>; using Accessor = Accessor<T>; };
template <class T> struct Around { struct In : Order<T> { using Order = Order<T>; }; };
template <int N> struct Numbers : Order<int[N]>, Accessor<int[N]> { using Accessor = Accessor<long>; };
// what the class says before the alias
template <class T> struct Cache : private Order<Accessor<T>> {
	using Smem = Order<Accessor<T>>; enum { size = sizeof(Accessor<T>) };
	struct Part { Accessor<T> one; __device__ void set(const Accessor<T> &a) { one = a; } };
	using Accessor = Accessor<T>; Accessor all[size];
};
}
