/* An explicit specialisation of a member enumeration takes the place of the template's
 * ([temp.expl.spec]/1): 9 is a case beside 3, and only the one has q. */
template <class T> struct A {
	enum class E : char { p = 3 };
	enum O : short;
};
template <> enum class A<int>::E : char { q, p = 9 };
template <> enum A<int>::O : short { o = 11 };

static_assert((int)A<int>::E::p == 9 && (int)A<int>::E::q == 0 && A<int>::o == 11);
static_assert((int)A<long>::E::p == 3);

__device__ int f(A<int>::E e) {
	switch ((int)e) {
	case (int)A<int>::E::p: return 1;
	case (int)A<long>::E::p: return 2;
	}
	return (int)A<long>::E::q;
}
__global__ void k(int *p) { *p = f(A<int>::E::p); }
