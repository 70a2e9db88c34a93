struct S { using T = int; struct T { int a; }; };
struct B { operator(int w); int v; };
__global__ void k(int *o, S s, B b) { o[0] = b + 1; }
