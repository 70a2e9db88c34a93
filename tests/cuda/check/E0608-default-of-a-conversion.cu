/* g++: cannot be defaulted */
struct Converts {
	__device__ operator int() = default;
};
__device__ int use(Converts c) { return c; }
