# 1 "k.cu"
template<class T, int N = 4, typename = int, class... Ts>
__global__ void k(T *p, Ts... rest) { p[N] = 0; }
template<template<class> class C, auto V, unsigned> __global__ void tt(C<int> c) {}
template<class T> struct box {};
void host() { k<float><<<1, 2>>>((float *)0, 1, 2.0); tt<box, 3, 4><<<1, 1>>>(box<int>()); }
