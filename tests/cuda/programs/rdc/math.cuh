#pragma once
struct Vec { float x, y; };
__device__ float dot(Vec a, Vec b);
extern __device__ int calls;
extern __constant__ float weights[4];
void launch_all(float *out, int n);
