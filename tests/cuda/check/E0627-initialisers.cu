struct s { int x, y; };
struct r { int &x; };
__global__ void reference() { int &r; }
__global__ void many() { int a[2] = {1, 2, 3}; }
__global__ void members() { s v = {1, 2, 3}; }
__global__ void scalar() { int x(1, 2); }
__global__ void string() { char a[2] = "abc"; }
__global__ void narrows(float f) { int x{f}; }
__global__ void member() { r v{}; }
__global__ void constant() { const int n; }
__global__ void shared() { __shared__ int x = 3; }
__global__ void array(int *p) { int a[2] = p; }
