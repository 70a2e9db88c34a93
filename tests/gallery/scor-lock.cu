// A lock that is taken without a fence
// link: https://github.com/csl-iisc/ScoR
// what: The lock is given back behind a fence, but nothing keeps the accesses of the critical section from moving before it is held.
// expect: Access after a lock was taken, without a fence between; note Strict acquire
// expect: Potential RAW hazard detected; note Strict acquire
// expect: Potential WAW hazard detected; note Strict acquire
// check: race:acquire
#include "gallery.h"
__global__ void add(int *lock, int *sum) {
	while (atomicCAS(lock, 0, 1))
		;
#ifdef FIXED
	__threadfence();
#endif
	*sum += blockIdx.x; // bug
	__threadfence();
	atomicExch(lock, 0);
}
int main() {
	add<<<4, 1>>>(zeros<int>(1), zeros<int>(1));
}
