# 1 "k.cu"
template <class T> struct Box { T a; };
template <class T> __managed__ Box<T> box{7};
template <class T> static __managed__ T row[4];
template <> __managed__ int row<int>[4] = {1, 2, 3, 4};
template <class T> inline __managed__ T *p = nullptr;
template <> __managed__ char *p<char>{};
namespace n { template <class T> __managed__ T m; }
template __managed__ long n::m<long>;
int host() { return box<int>.a + row<int>[1] + row<char>[0] + *p<char> + n::m<int>; }
