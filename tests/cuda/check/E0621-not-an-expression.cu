struct s {};
namespace n {}
enum colour { red };
__global__ void type(int *p) { *p = (s); }
__global__ void enumeration(int *p) { *p = colour; }
__global__ void space(int *p) { *p = n; }
