// What has been reported is not reported again by what stands around it: one error a line.
__device__ int f1(nope x) { return 1; }
__device__ nope f2() { return {}; }
__device__ auto f4() -> nope;
__device__ auto f5() { return nope; }
__device__ int f6() { return nope; }
__device__ int g1 = nope;
__device__ nope g2;
__device__ int g3[nope];
__constant__ int g4[] = {1, nope};
struct c1 : nope { int x; };
struct c2 { nope x; int y; };
struct c3 { int x = nope; __device__ c3() {} };
struct c4 { int x; __device__ c4() : x(nope) {} };
struct c5 { int x; __device__ c5() : nope(1) {} };
struct c6 { int x : nope; };
struct c9 { static const int v = nope; };
enum e1 { one = nope };
enum e2 : nope { two };
__device__ int f3(int x = nope) { return x; }
__global__ void k(int *p) {
	p[0] = c1().x;
	p[1] = c2().y;
	p[2] = c3().x;
	p[3] = c4().x;
	p[4] = c5().x;
	p[5] = c6().x;
	p[7] = c9::v;
	p[9] = one;
	p[10] = two;
	p[12] = f1(1);
	p[13] = f5();
	p[14] = f6();
	p[15] = g1 + g3[0] + g4[1];
	p[16] = f3();
}
