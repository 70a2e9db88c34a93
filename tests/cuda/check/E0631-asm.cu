__global__ void output(int x) { asm("mov.u32 %0, 1;" : "r"(x)); }
__global__ void constraint(int x) { asm("mov.u32 %0, 1;" : "=z"(x)); }
__global__ void memory(int *p) { asm("ld.u32 %0, [%1];" : "=m"(*p) : "l"(p)); }
__global__ void input(int x) { asm("mov.u32 %0, %1;" : "=r"(x) : "=r"(x)); }
