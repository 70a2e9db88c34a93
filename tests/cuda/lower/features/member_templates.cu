/* member_templates.cu - specialisations of member templates that stand outside of their class: of variables
 * ([temp.spec.partial.member], [temp.expl.spec]/5), and a template that is given another definition for one class
 * ([temp.expl.spec]/16).
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

struct Plain {
	template <class T> static const int declared;
	template <class T> static constexpr int q = 3;
	template <class T, int N> static constexpr int a = 1;
};
template <class T> const int Plain::declared = sizeof(T);
template <class T> constexpr int Plain::q<T *> = 4 + q<T>;
template <> constexpr int Plain::q<int> = 5;
template <int N> constexpr int Plain::a<int, N> = N;
template <class T> constexpr int Plain::a<T, 3> = 33;
template <> constexpr int Plain::a<int, 3> = 34;

template <class T> struct Outer {
	template <class U> static constexpr int v = 1;
	template <class U> static const int declared;
	template <class U> struct Inner {
		static constexpr int k = 1;
	};
	template <class U> struct Inner<U *> {
		static constexpr int k = 2;
	};
};
template <class T> template <class U> constexpr int Outer<T>::v<U *> = sizeof(T);
template <> template <> constexpr int Outer<char>::v<int> = 8;
template <class T> template <class U> const int Outer<T>::declared = 10 * sizeof(T) + sizeof(U);
template <> template <class U> struct Outer<char>::Inner {
	static constexpr int k = 9;
};
template <> template <> struct Outer<long>::Inner<int> {
	static constexpr int k = 7;
};

/* [basic.lookup.qual]/4: the type of a conversion function is looked up in the class that names it */
template <class T> struct Converts {
	T v;
	template <class U> using Rebound = Converts<U>;
	using Pointer = T *;
	template <class U> DEV operator Rebound<U>() const;
	DEV operator Pointer();
};
template <class T> template <class U> DEV Converts<T>::operator Rebound<U>() const { return {U(v)}; }
template <class T> DEV Converts<T>::operator Pointer() { return &v; }

/* [temp.deduct.decl]/1: which T is specialised follows from the result, too */
struct Drawn {
	int n;
	template <class T> DEV T next();
	template <class T> DEV T next(T low, T high);
	template <class T> DEV static T *none();
};
template <> DEV float Drawn::next() { return n * 0.5f; }
template <> DEV double Drawn::next() { return n * 0.25; }
template <> DEV int Drawn::next() { return n; }
template <> DEV float Drawn::next(float low, float high) { return low + (high - low) * next<float>(); }
template <> DEV double Drawn::next(double low, double high) { return low + (high - low) * next<double>(); }
template <> DEV char *Drawn::none() { return reinterpret_cast<char *>(8); }
template <> DEV long *Drawn::none() { return reinterpret_cast<long *>(16); }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	o[0] = Plain::declared<char> + 100 * Plain::declared<long>;
	o[1] = Plain::q<char> + 100 * Plain::q<int> + 10000 * Plain::q<int *> + 1000000 * Plain::q<char **>;
	o[2] = Plain::a<char, 1> + 100 * Plain::a<int, 2> + 10000 * Plain::a<char, 3> + 1000000 * Plain::a<int, 3>;
	o[3] = Outer<char>::v<char> + 100 * Outer<long>::v<int *> + 10000 * Outer<char>::v<int>;
	o[4] = Outer<char>::Inner<int>::k + 100 * Outer<long>::Inner<int>::k + 10000 * Outer<long>::Inner<char>::k +
	       1000000 * Outer<long>::Inner<char *>::k;
	Converts<int> c{o[1] & 15};
	Converts<long> l = c;
	int *p = c;
	o[6] = int(l.v) + 100 * *p;
	o[5] = Outer<int>::declared<char> + n;
	Drawn d{(o[1] & 31) + n};
	o[7] = int(d.next<float>() * 4) + 1000 * int(d.next<double>() * 4) + 1000000 * d.next<int>();
	o[8] = int(d.next(2.0f, 10.0f)) + 1000 * int(d.next(2.0, 10.0));
	o[9] = int(reinterpret_cast<long>(Drawn::none<char>()) + 100 * reinterpret_cast<long>(Drawn::none<long>()));
}
