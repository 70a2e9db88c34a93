__global__ void local(int p) { int n; float n; int p; }
__global__ void label() { out:; out:; }
