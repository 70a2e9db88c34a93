// No kernel and no variable, and a declaration first.
__device__ int functions_only(int);
__device__ int functions_only(int x) { return x * 3; }
