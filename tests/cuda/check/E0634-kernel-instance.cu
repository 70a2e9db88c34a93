// flags: _Z1kIiEvT_ _Z1kIfEvT_ _Z7missingIiEvT_
template <class T> __global__ void k(T x) {}
