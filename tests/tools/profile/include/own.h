// A header of the program, in a folder of the name that the toolkit's has.
#pragma once
static __device__ __forceinline__ int own_function(int x) {
	return x * x + 3; // inside
}
