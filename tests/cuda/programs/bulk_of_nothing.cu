// build: -arch=sm_90
// A bulk copy of no bytes touches no memory: its addresses may be null or odd, and its mbarrier completes.
#include <cstdio>

__global__ void copy(const char *from)
{
	__shared__ alignas(16) char to[16];
	__shared__ unsigned long long bar;
	unsigned at = (unsigned)__cvta_generic_to_shared(to), b = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
	to[0] = 7;
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b) : "memory");
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at + 5),
	             "l"(from), "r"(0), "r"(b)
	             : "memory");
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 0;" ::"r"(b) : "memory");
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
		             : "=r"(done)
		             : "r"(b)
		             : "memory");
	printf("%d\n", to[0]);
}

int main()
{
	copy<<<1, 1>>>(nullptr);
	return cudaDeviceSynchronize();
}
