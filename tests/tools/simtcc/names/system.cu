// Kernels of a system header that host code launches, templates and others.
#include "system.h"
__global__ void own(int *p) { // _Z3ownPi _ZN3lib5plainEdPi _ZN3lib7of_typeIsEEvPT_ _Z5localPi
	*p = 1;
}
int main() {
	int *p = nullptr;
	own<<<1, 1>>>(p);
	lib::plain<<<1, 1>>>(1.5, p);
	lib::of_type<<<1, 1>>>((short *)p);
	local<<<1, 1>>>(p);
}
