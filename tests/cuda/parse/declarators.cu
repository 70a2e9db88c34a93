// flags: --ast
int *p, **q = nullptr, &r = *p, &&rr = 3, a[2][3];
int (*fp)(int, float), (*afp[4])(void);
int (&ra)[3] = x;
int (*ff(int a))[3];
struct C;
int C::*mp;
void (C::*mf)(int) const;
auto t(int a) -> decltype(a);
int (x);
