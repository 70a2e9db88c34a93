# 1 "k.cu"
class A {
public:
	template <class T> struct B;
	struct D; struct E;
	B<int> *p;
	__device__ int f() { return 1; }
private:
	template <class T> struct B { T x; __device__ T get() { return x; } };
	struct D : B<int> {}; int q;
public:
	struct E { int e; };
};
