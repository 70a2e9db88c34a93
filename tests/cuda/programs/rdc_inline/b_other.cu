#define SIGN -5
#include "shared.cuh"

__device__ int other() { return ns::counter * 10 + ns::start<4>++ + applied(Sign(), 1); }
__device__ Shape *make(int a) { return new Box(a); }
