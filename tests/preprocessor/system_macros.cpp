// What macros of system headers leave in a file of the user has their flag.
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#define MINE (1 + INT_MAX)
void *p = NULL; int q = INT_MAX; int r = MINE;
int	s  =  /* c */ errno   +  __INT_MAX__; /* x
 y */ int t = (errno == EINVAL) ? EDOM : __LINE__;
#define CAT(a, b) a##b
#define TEXT(a) #a
#define BOTH(a, ...) (a + (EINTR __VA_OPT__(,) __VA_ARGS__))
int CAT(u, v) = CAT(INT, _MAX);
const char *text = TEXT(NULL) TEXT(errno == ERANGE);
int both = BOTH(ENOENT, q, EBADF, offsetof(struct sigaction, sa_flags));
int last(const char *format, ...) {
	va_list list;
	va_start(list, format);
	int first = va_arg(list, int), second = va_arg(
		list, int);
	va_end(list);
	return first + second + errno
		+ INT_MIN + CHAR_BIT; }
