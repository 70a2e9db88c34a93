// Statements that declare and do nothing, in functions that are evaluated: under a condition, a label and in a loop.
__device__ constexpr int labelled(int n) {
	switch (n) {
	case 1: using T = int; return T(10);
	default: static_assert(sizeof(int) == 4); return 20;
	}
}
__device__ constexpr int conditional(int n) {
	if (n) using T = int; else typedef long U;
	for (; n < 5; n++) static_assert(true);
	while (n-- > 3) using V = int;
	return n;
}
__global__ void uses(int *p) {
	static_assert(labelled(1) == 10 && labelled(2) == 20 && conditional(1) == 2);
	*p = labelled(1);
}
