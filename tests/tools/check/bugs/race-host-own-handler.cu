// A program with its own handler of SIGSEGV, set before there is any device, keeps it, and its child touches the memory.
// check: race
// expect: Race of a kernel with a read at; note Read by the host in main
#include <cuda_runtime.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int caught;

static void on_fault(int) {
	caught++;
	siglongjmp(back, 1);
}

__global__ void put(int *p) {
	p[threadIdx.x] = 7; // bug
}

int main() {
	int *p, status = 1;
	int *volatile nowhere = nullptr;
	signal(SIGSEGV, on_fault);
	cudaMallocManaged(&p, 4096 * sizeof *p);
	if (!sigsetjmp(back, 1))
		*nowhere = 1;
	put<<<1, 32>>>(p);
	pid_t child = fork();
	if (child == 0)
		_exit(p[3] == 7 ? 0 : 3);
	waitpid(child, &status, 0);
	int early = p[5];
	if (!sigsetjmp(back, 1))
		*nowhere = 1;
	cudaDeviceSynchronize();
	return early - 7 + caught - 2 + status;
}
