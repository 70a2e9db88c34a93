// The same program where CMake links as for CUDA.
#include "main.cpp"
