// flags: --ast
namespace n { inline namespace v { struct S { struct T { static int x; }; }; } template <class T> struct U { typedef T type; }; }
namespace m = n;
using namespace m;
int a = n::S::T::x, b = ::m::v::S::T::x;
template <class T> void f(typename T::t x, typename U<T>::type y, const T z) {
	typename T::template R<int>::type w;
	T::v * 3;
	x.~t();
	S::T *p;
	using L = S;
	L::T * q;
}
