#pragma once
__device__ int twice(int x);
extern __device__ int counter;
int host(int x);
