// flags: -std=c++17
/* layout.cu - what lies in the tail padding of a base, and parts that take no place.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#define T(n, ...) struct n __VA_ARGS__; struct n##_d : n { char z; };
#define P(n) *o++ = sizeof(n); *o++ = sizeof(n##_d);
T(plain, { int x; char c; })
T(ctor, { ctor() {} int x; char c; })
T(dctor, { dctor() = default; int x; char c; })
T(ctorint, { ctorint() = default; ctorint(int) {} int x; char c; })
T(xplct, { explicit xplct() = default; int x; char c; })
T(priv, { int x; private: char c; })
T(prot, { protected: int x; char c; })
T(nsdmi, { int x = 1; char c; })
T(ref, { int &x; char c; })
T(copyasn, { copyasn &operator=(const copyasn &) { return *this; } int x; char c; })
T(dcopyasn, { dcopyasn &operator=(const dcopyasn &) = default; int x; char c; })
T(copyct, { copyct(const copyct &) = default; int x; char c; })
T(dtor, { ~dtor() {} int x; char c; })
T(ddtor, { ~ddtor() = default; int x; char c; })
T(cst, { const int x = 0; char c; })
T(member, { plain p; char c; })
T(arr, { plain p[1]; char c; })
T(nonpodm, { ctor p; char c; })
T(nonpoda, { ctor p; })
struct e {};
T(ebase, : e { int x; char c; })
T(based, : plain { })
T(based2, : plain { int y; char q; })
T(virt, { virtual void f() {} int x; char c; })
T(deleted, { deleted() = delete; int x; char c; })
T(delcopy, { delcopy(const delcopy&) = delete; int x; char c; })
T(moveas, { moveas() = default; moveas(moveas&&) = default; int x; char c; })
T(mvasn, { mvasn& operator=(mvasn&&) = default; int x; char c; })
T(mvasn2, { mvasn2& operator=(mvasn2&&) {return *this;} int x; char c; })
T(bits, { int a : 20; int b : 1; })
T(privst, { private: static int s; public: int x; char c; })
T(volat, { volatile int x; char c; })
T(inh, : plain { using plain::plain; })
T(uni, { union { int a; char b[5]; }; })
T(refcopy, { refcopy(refcopy &) = default; int x; char c; })
T(tmpl, { template <class U> tmpl(U) {} int x; char c; })
template <int> struct none {};
struct at_zero { [[no_unique_address]] none<0> a; int x; [[no_unique_address]] none<1> b; [[no_unique_address]] none<0> c; };
struct padded { padded() = default; __host__ __device__ padded(int a, char b) : x(a), c(b) {} int x; char c; };
struct reused { [[no_unique_address]] padded p; char z; };
struct not_reused { [[no_unique_address]] plain p; char z; };
constexpr at_zero whole{{}, 77, {}, {}};

__host__ __device__ void work(int *o, int five) {
	P(plain)
	P(ctor)
	P(dctor)
	P(ctorint)
	P(xplct)
	P(priv)
	P(prot)
	P(nsdmi)
	P(ref)
	P(copyasn)
	P(dcopyasn)
	P(copyct)
	P(dtor)
	P(ddtor)
	P(cst)
	P(member)
	P(arr)
	P(nonpodm)
	P(nonpoda)
	P(ebase)
	P(based)
	P(based2)
	P(virt)
	P(deleted)
	P(delcopy)
	P(moveas)
	P(mvasn)
	P(mvasn2)
	P(bits)
	P(privst)
	P(volat)
	P(inh)
	P(uni)
	P(refcopy)
	P(tmpl)
	at_zero n{{}, five, {}, {}}, m = n;
	m.b = none<1>();
	m.c = {};
	*o++ = sizeof n * 100 + m.x;
	reused r{{five, 'a'}, 'z'};
	r.p = padded(9, 'b');
	*o++ = sizeof r * 1000 + r.p.c + r.z * 2;
	*o++ = sizeof(not_reused);
	at_zero w = whole;
	*o++ = w.x;
}
