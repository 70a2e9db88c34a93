// Virtual functions of one name of which only some are overridden: 611 (E0678).
namespace partial {
struct A { __device__ virtual void f(int); __device__ virtual void f(float); __device__ virtual int g() { return 1; } };
struct B : A { __device__ void f(int) override; };
struct C : A { __device__ void f(int) override; __device__ void f(float) override; };
struct D : A { using A::f; __device__ void f(int) override; };
struct E : A { __device__ void f(long); };
struct F : B { __device__ void f(float) override; };
struct G : A { __device__ void f(int) override; __device__ void f(char); };
struct H { __device__ virtual void f(int); __device__ virtual void f(int) const; };
struct I : H { __device__ void f(int) const override; };
struct J { virtual void f(int); virtual void f(float); };
struct K : J { void f(int) override; };
struct L : J { void f(int); };
template <class T> struct M { __device__ virtual void f(T); __device__ virtual void f(T *); };
struct N : M<int> { __device__ void f(int) override; };
template <class T> struct O : M<T> { __device__ void f(T) override; };
__device__ void use() { (void)sizeof(O<int>); (void)sizeof(O<float>); }
struct P : A, H { __device__ void f(int) override; };
struct Q : A { private: __device__ void f(int) override; public: __device__ int g() override { return 2; } };
struct R2 : A {}; struct S : R2 { __device__ void f(int) override; };
struct T3 { __device__ virtual void f(int); __device__ void f(float); }; struct T4 : T3 { __device__ void f(int) override; };
struct V { __device__ virtual void f(int) = 0; __device__ virtual void f(float) = 0; }; struct W : V { __device__ void f(float) override {} };

constexpr int all = sizeof(B) + sizeof(C) + sizeof(D) + sizeof(E) + sizeof(F) + sizeof(G) + sizeof(I) + sizeof(K) + sizeof(L) + sizeof(N) + sizeof(P) + sizeof(Q) + sizeof(S) + sizeof(T4) + sizeof(W);
__device__ int sizes() { return all; }
}
