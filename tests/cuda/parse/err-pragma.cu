// flags: --ast
#pragma unroll #pragma
int a;
#pragma unroll 4 #pragma unroll
int b;
