// [temp.res]/4 before C++20: a member of the class that is defined is no type without typename
namespace n {
template <class T> struct S {
	typedef T type;
	struct In {
		T t;
	};
	type f();
	static In g();
	static type v;
	const type *p();
	operator type();
	~S();
	__device__ type d(type x);
};
template <class T> struct Other {
	typedef int type;
};
}
template <class T> n::S<T>::type n::S<T>::f() { return 1; }
namespace n {
template <class T> inline S<T>::In S<T>::g() { return {1}; }
template <class T> const S<T>::type *S<T>::p() { return 0; }
template <class T> S<T>::type S<T>::v = 3;
template <class T> S<T>::operator type() { return v; }
template <class T> S<T>::~S() {}
template <class T> __device__ S<T>::type S<T>::d(type x) { return x; }
template <class T> typename Other<T>::type other(T) { return 2; }
}
int use(n::S<int> &s) { return s.f() + s.g().t + *s.p() + n::other(1); }
