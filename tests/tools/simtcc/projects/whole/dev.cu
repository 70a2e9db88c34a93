#include "dev.h"

__device__ int counter = 5;

__device__ int twice(int x) {
	return 2 * x;
}
