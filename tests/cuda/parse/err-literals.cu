// flags: --ast
int a = 09, b = 0x, c = 1.5q, d = 99999999999999999999, e = 12uu;
char f = '\q';
const char *s = "\y" "ok";
