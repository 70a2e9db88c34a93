// #if and its arithmetic.
#define EMPTY
#if 1'000 == 1000 and not 0 && 'a' == 97 && (2 ? 3 : 4) == 3 && -1 > 0u && true
yes1
#endif
#if (0 && 1/0) || (-1)/2 == 0 && -7 % 3 == -1 && ~0 == -1 && 1 << 2 == 4 && 0x10 == 16 && 010 == 8 && 0b11 == 3
yes2
#endif
#if defined EMPTY && defined(EMPTY) && !defined NOPE && __has_include("sub/guarded.h") && !__has_include("no") \
	&& defined __has_include && !__has_include(<sub/no.h>)
yes3
#elif 1/0
#error not read
#endif
#ifdef NOPE
#error x don't
' "
#nonsense
#if 1
#else
#elif
#endif
#elifdef EMPTY
yes4
#elifndef NOPE
no
#else
no
#endif
#if '\377' < 0 && L'\xffff' > 0 && u'\u00e9' == 0xe9 && 'ab' == 24930 && '\e' == 27
yes5
#endif
#if -9223372036854775807 - 1 < 0 && 18446744073709551615u == -1 && (1 ? -1 : 0u) > 0 && (2, 3) == 3
yes6
#endif
#if 1 ? 2 ? 0 : 1 : 1
no
#elif 5 - 2 - 1 == 2 && 100 / 10 / 5 == 2 && (1 | 2 ^ 3 & 4) == 3 && 1 < 2 == 1 && 1 << 65 == 0 && -8 >> 1 == -4
yes7
#endif
#if 0
R"(
#endif
)"
/*
#endif
*/
"#endif \
#endif"
1'0 /*
#endif */
#endif
#if UNKNOWN || __COUNTER__ || __COUNTER__ != 1
#else
yes8
#endif
end

// A line splice is white space before a directive, too.
\
#define AFTER_SPLICE 1
/* comment */ \
 # ifdef AFTER_SPLICE
spliced
 \
#else
not this
no directive \
#endif
#endif
