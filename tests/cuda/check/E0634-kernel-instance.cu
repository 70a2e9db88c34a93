// flags: _Z1kIiEvT_ _Z1kIfEvT_ _Z7missingIiEvT_ _Z6neededI5PlainEvT_ _Z4manyIJifcEEvDpT_ _Z1kI6AbsentEvT_ _Z1kIZ4mainE5LocalEvT_
template <class T> __global__ void k(T x) {}
struct Plain {};
template <class T, class U = typename T::type> __global__ void needed(T) {}
template <class T, int... n> __global__ void many(T...) {}
