/* g++: statement-expressions are not allowed outside functions */
__device__ int x = ({ int y = 1; y + 1; });
