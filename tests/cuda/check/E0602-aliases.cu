template <class T> struct wrap;
template <class T> using wrapped = typename wrap<T>::type;
template <class T> struct wrap { using type = wrapped<wrap<T>>; };
__global__ void k() { wrapped<int> x; }
