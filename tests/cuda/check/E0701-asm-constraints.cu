__global__ void width(double d) { asm("mov.u32 %0, 1;" : "=r"(d)); }
enum small : char {}; enum plain {}; enum class scoped : long {};
__device__ void fit(short h, char16_t c, unsigned r, plain e, wchar_t w, long l, int *p, scoped s, float f, double d, __int128 q) { asm("" ::"h"(h), "h"(c), "r"(r), "r"(e), "r"(w), "l"(l), "l"(p), "l"(s), "f"(f), "d"(d), "q"(q)); }
__device__ void narrow(char c, bool b, small s) { asm("" ::"r"(c)); asm("" ::"h"(b)); asm("" ::"r"(s)); asm("" : "=r"(c)); }
__device__ void wide(int r, long l) { asm("" ::"l"(r)); asm("" ::"r"(l)); asm("" : "+h"(r)); asm("" ::"q"(l)); }
__device__ void kind(float f, double d, int *p) { asm("" ::"r"(f)); asm("" ::"l"(d)); asm("" ::"f"(d)); asm("" ::"d"(f)); asm("" ::"r"(p)); asm("" ::"f"(1)); }
