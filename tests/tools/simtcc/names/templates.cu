// Kernels of templates over every kind of type and argument; the names are g++'s.
#include <cstddef>
struct S {
	int v;
};
namespace outer {
enum class Kind : char { a, b };
template <class T, int N> struct Box {};
} // namespace outer
template <class T> __global__ void one(T) {} // _Z3oneIDiEvT_ _Z3oneIDnEvT_ _Z3oneIDsEvT_ _Z3oneIM1SiEvT_ _Z3oneIN5outer3BoxIfLin7EEEEvT_ _Z3oneIN5outer4KindEEvT_ _Z3oneIPA4_iEvT_ _Z3oneIPFifzEEvT_ _Z3oneIaEvT_ _Z3oneIbEvT_ _Z3oneInEvT_ _Z3oneIoEvT_ _Z3oneIwEvT_
template <class T> __global__ void by_pointer(T *, const T *) {} // _Z10by_pointerI1SEvPT_PKS1_ _Z10by_pointerIVfEvPT_PKS1_
template <auto V> __global__ void value() {} // _Z5valueILDnEEvv _Z5valueILN5outer4KindE1EEvv _Z5valueILb1EEvv _Z5valueILc120EEvv _Z5valueILin3EEvv _Z5valueILy5EEvv _Z5valueIXadL_Z6callediEEEvv
template <template <class, int> class B> __global__ void box(B<int, 3>) {} // _Z3boxIN5outer3BoxEEvT_IiLi3EE
template <class... T> __global__ void pack(T...) {} // _Z4packIJEEvDpT_ _Z4packIJiPf1SEEvDpT_

template <class T, size_t N> __global__ void sized(outer::Box<T, (int)N>) {} // _Z5sizedIdLm9EEvN5outer3BoxIT_XcviT0_EEE
inline int called(int x) { return x; }
template __global__ void one<char16_t>(char16_t);
template __global__ void one<char32_t>(char32_t);
template __global__ void one<wchar_t>(wchar_t);
template __global__ void one<std::nullptr_t>(std::nullptr_t);
template __global__ void one<unsigned __int128>(unsigned __int128);
template __global__ void one<__int128>(__int128);
template __global__ void one<signed char>(signed char);
template __global__ void one<bool>(bool);
template __global__ void one<int S::*>(int S::*);
template __global__ void one<outer::Kind>(outer::Kind);
template __global__ void one<outer::Box<float, -7>>(outer::Box<float, -7>);
template __global__ void one<int (*)(float, ...)>(int (*)(float, ...));
template __global__ void one<int (*)[4]>(int (*)[4]);
template __global__ void by_pointer<volatile float>(volatile float *, const volatile float *);
template __global__ void by_pointer<S>(S *, const S *);
template __global__ void value<-3>();
template __global__ void value<true>();
template __global__ void value<'x'>();
template __global__ void value<5ull>();
template __global__ void value<outer::Kind::b>();
template __global__ void value<called>();
template __global__ void value<nullptr>();
template __global__ void box<outer::Box>(outer::Box<int, 3>);
template __global__ void pack<>();
template __global__ void pack<int, float *, S>(int, float *, S);
template __global__ void sized<double, 9>(outer::Box<double, 9>);
