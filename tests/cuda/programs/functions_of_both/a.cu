// a.cu - a file with nothing but functions of both halves, which a kernel of another file calls.
// build: -rdc=true
__host__ __device__ extern double offset(double x);
__host__ __device__ static double twice(double x);

__host__ __device__ double curve(double x) {
	return twice(x) + offset(x);
}

__host__ __device__ static double twice(double x) {
	return 2 * x;
}
