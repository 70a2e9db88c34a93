// flags: --ast
int a = 3 @ 4;
const char *s = "abc;
