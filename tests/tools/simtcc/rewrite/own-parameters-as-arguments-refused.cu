// not compiled: f was not declared before, or these are not its own parameters
template <class T> void e<T>(T *p) {}
template <class T, class U> int f2(T *p, U *q);
template <class T> int f2<T, int>(T *p, int *q) { return *p; }
template <class T, class U> int f2<U, T>(T *p, U *q) { return *p; }
template <> int f<int>(int *p) { return 1; }
