#include <cuda_runtime.h>

int run();

int main() {
	return run() == 9 && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
