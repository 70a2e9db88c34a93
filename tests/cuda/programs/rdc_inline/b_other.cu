#include "shared.cuh"

__device__ int other() { return ns::counter * 10 + ns::start<4>++; }
