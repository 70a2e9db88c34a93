// Control characters are reported and left out, and what follows is read.
__device__ int f(int a) { return a + 1; }
__device__ int g() { return f(1) + unknown; }
