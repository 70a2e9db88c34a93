struct s { int x; };
__global__ void dot(int i) { i.x = 1; }
__global__ void arrow(int i) { i->x = 1; }
__global__ void dot_on_pointer(s *p) { p.x = 1; }
__global__ void arrow_on_class(s v) { v->x = 1; }
__global__ void arrow_on_int(int *p) { p->x = 1; }
