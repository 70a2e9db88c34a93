// flags: --ast
struct S { int a int b; void f( { } };
int x = ;
template <class T> f(T t;
__shared__ = 3;
enum E { A, 3, B };
class C { int i };
int float y;
