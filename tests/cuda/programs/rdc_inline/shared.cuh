#pragma once
namespace ns {
inline __device__ int counter = 3;
template <int N> __device__ int start = N;
}
__device__ int other();
