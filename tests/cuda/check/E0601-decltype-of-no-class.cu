// What decltype before :: names must be a class or an enumeration; what is an error says nothing more. An enumeration that is
// defined outside of its class after a mistake.
struct A { static const int n = 3; };
template <class T> struct Box { enum Open : T; };
template <class T> enum Box<T>::Open : > { FIVE = 5, SIX };
__global__ void k(int *p) {
	int i = 0;
	*p = decltype(i)::n + decltype(nope)::n + decltype(A())::n + decltype(A())::m;
	Box<int> b;
}
