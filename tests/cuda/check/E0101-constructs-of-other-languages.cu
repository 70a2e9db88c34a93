__global__ void goto_asm() { asm goto("bra %l0;" : : : : out); out:; }
__global__ void computed() { void *p = 0; goto *p; }
