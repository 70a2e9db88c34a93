__global__ void count(int x) { asm("mov.u32 %0, %2;" : "=r"(x) : "r"(x)); }
__global__ void name(int x) { asm("mov.u32 %[y], 1;" : [x] "=r"(x)); }
__global__ void opcode(int x) { asm("mvo.u32 %0, 1;" : "=r"(x)); }
