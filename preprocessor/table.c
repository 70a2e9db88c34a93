/* table.c - the macros that GCC 12 has on a 64-bit Linux, for machines without a
 * compiler. Values that follow a pattern are written by it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "preprocessor/host.h"

/* ---- families --------------------------------------------------------------------- */

static void define(struct text *t, const char *name, const char *value) {
	text_printf(t, "#define %s %s\n", name, value);
}

/* __INT_LEAST16_MAX__ and its like. */
static void integer(struct text *t, const char *kind, u32 bits, u32 held) {
	static const char *const type[] = {"char", "short int", "int", "long int"};
	static const char *const most[] = {"0x7f", "0x7fff", "0x7fffffff",
	                                   "0x7fffffffffffffffL"};
	static const char *const umost[] = {"0xff", "0xffff", "0xffffffffU",
	                                    "0xffffffffffffffffUL"};
	u32 i = held == 8 ? 0 : held == 16 ? 1 : held == 32 ? 2 : 3;
	text_printf(t, "#define __INT%s%u_TYPE__ %s%s\n", kind, bits, i ? "" : "signed ",
	            type[i]);
	text_printf(t, "#define __INT%s%u_MAX__ %s\n", kind, bits, most[i]);
	text_printf(t, "#define __UINT%s%u_TYPE__ %s%s\n", kind, bits,
	            i == 3   ? "long unsigned int"
	            : i == 1 ? "short unsigned int"
	                     : "unsigned ",
	            i == 3 || i == 1 ? "" : type[i]);
	text_printf(t, "#define __UINT%s%u_MAX__ %s\n", kind, bits, umost[i]);
	if (*kind)
		text_printf(t, "#define __INT%s%u_WIDTH__ %u\n", kind, bits, held);
}

static void integers(struct text *t) {
	static const char *const suffix[][2] = {
		{"c", "c"}, {"c", "c"}, {"c", "c ## U"}, {"c ## L", "c ## UL"}};
	for (u32 i = 0, bits = 8; bits <= 64; bits *= 2, i++) {
		integer(t, "", bits, bits);
		integer(t, "_LEAST", bits, bits);
		integer(t, "_FAST", bits, bits == 8 ? 8 : 64);
		text_printf(t, "#define __INT%u_C(c) %s\n#define __UINT%u_C(c) %s\n",
		            bits, suffix[i][0], bits, suffix[i][1]);
	}
	static const char *const word[] = {"INTMAX", "INTPTR", "PTRDIFF"};
	for (u32 i = 0; i < countof(word); i++)
		text_printf(t,
		            "#define __%s_MAX__ 0x7fffffffffffffffL\n"
		            "#define __%s_TYPE__ long int\n#define __%s_WIDTH__ 64\n",
		            word[i], word[i], word[i]);
	static const char *const uword[] = {"UINTMAX", "UINTPTR", "SIZE"};
	for (u32 i = 0; i < countof(uword); i++)
		text_printf(t,
		            "#define __%s_MAX__ 0xffffffffffffffffUL\n"
		            "#define __%s_TYPE__ long unsigned int\n",
		            uword[i], uword[i]);
}

/* Of float.h. */
static void floating(struct text *t, const char *name, const char *cast,
                     const u32 *digits, const char *const *value) {
	static const char *const count[] = {"MANT_DIG", "DIG", "DECIMAL_DIG", "MAX_EXP",
	                                    "MAX_10_EXP"};
	static const char *const limit[] = {"MAX", "MIN", "EPSILON", "DENORM_MIN"};
	for (u32 i = 0; i < countof(count); i++)
		text_printf(t, "#define __%s_%s__ %u\n", name, count[i], digits[i]);
	text_printf(t, "#define __%s_MIN_EXP__ (-%u)\n#define __%s_MIN_10_EXP__ (-%u)\n",
	            name, digits[5], name, digits[6]);
	for (u32 i = 0; i < countof(limit); i++)
		text_printf(t, "#define __%s_%s__ %s%s%s\n", name, limit[i],
		            *cast == '(' ? cast : "", value[i],
		            *cast == '(' ? "L)" : cast);
	text_printf(t, "#define __%s_NORM_MAX__ __%s_MAX__\n", name, name);
	static const char *const has[] = {"DENORM", "INFINITY", "QUIET_NAN"};
	for (u32 i = 0; i < countof(has); i++)
		text_printf(t, "#define __%s_HAS_%s__ 1\n", name, has[i]);
}

static void floatings(struct text *t) {
	static const u32 f[] = {24, 6, 9, 128, 38, 125, 37},
			 d[] = {53, 15, 17, 1024, 308, 1021, 307},
			 l[] = {64, 18, 21, 16384, 4932, 16381, 4931};
	static const char *const fv[] = {"3.40282346638528859811704183484516925e+38",
	                                 "1.17549435082228750796873653722224568e-38",
	                                 "1.19209289550781250000000000000000000e-7",
	                                 "1.40129846432481707092372958328991613e-45"};
	static const char *const dv[] = {"1.79769313486231570814527423731704357e+308",
	                                 "2.22507385850720138309023271733240406e-308",
	                                 "2.22044604925031308084726333618164062e-16",
	                                 "4.94065645841246544176568792868221372e-324"};
	static const char *const lv[] = {"1.18973149535723176502126385303097021e+4932",
	                                 "3.36210314311209350626267781732175260e-4932",
	                                 "1.08420217248550443400745280086994171e-19",
	                                 "3.64519953188247460252840593361941982e-4951"};
	floating(t, "FLT", "F", f, fv);
	floating(t, "DBL", "((double)", d, dv);
	floating(t, "LDBL", "L", l, lv);
	define(t, "__FLT_RADIX__", "2");
	define(t, "__FLT_EVAL_METHOD__", "0");
	define(t, "__DECIMAL_DIG__", "21");
}

/* ---- features of the language ------------------------------------------------------ */

static const struct {
	const char *name;
	u32 value[4]; /* C++11, 14, 17, 20; 0: not there */
} features[] = {
	{"aggregate_bases", {0, 0, 201603, 201603}},
	{"aggregate_nsdmi", {0, 201304, 201304, 201304}},
	{"aggregate_paren_init", {0, 0, 0, 201902}},
	{"alias_templates", {200704, 200704, 200704, 200704}},
	{"aligned_new", {0, 0, 201606, 201606}},
	{"attributes", {200809, 200809, 200809, 200809}},
	{"binary_literals", {201304, 201304, 201304, 201304}},
	{"capture_star_this", {0, 0, 201603, 201603}},
	{"concepts", {0, 0, 0, 202002}},
	{"conditional_explicit", {0, 0, 0, 201806}},
	{"consteval", {0, 0, 0, 201811}},
	{"constexpr", {200704, 201304, 201603, 202002}},
	{"constexpr_dynamic_alloc", {0, 0, 0, 201907}},
	{"constexpr_in_decltype", {0, 0, 0, 201907}},
	{"constinit", {0, 0, 0, 201907}},
	{"decltype", {200707, 200707, 200707, 200707}},
	{"decltype_auto", {0, 201304, 201304, 201304}},
	{"deduction_guides", {0, 0, 201703, 201907}},
	{"delegating_constructors", {200604, 200604, 200604, 200604}},
	{"designated_initializers", {0, 0, 0, 201707}},
	{"digit_separators", {0, 201309, 201309, 201309}},
	{"enumerator_attributes", {0, 0, 201411, 201411}},
	{"fold_expressions", {0, 0, 201603, 201603}},
	{"generic_lambdas", {0, 201304, 201304, 201707}},
	{"guaranteed_copy_elision", {0, 0, 201606, 201606}},
	{"if_constexpr", {0, 0, 201606, 201606}},
	{"impl_three_way_comparison", {0, 0, 0, 201907}},
	{"inheriting_constructors", {201511, 201511, 201511, 201511}},
	{"init_captures", {0, 201304, 201304, 201803}},
	{"initializer_lists", {200806, 200806, 200806, 200806}},
	{"inline_variables", {0, 0, 201606, 201606}},
	{"lambdas", {200907, 200907, 200907, 200907}},
	{"namespace_attributes", {0, 0, 201411, 201411}},
	{"nested_namespace_definitions", {0, 0, 201411, 201411}},
	{"noexcept_function_type", {0, 0, 201510, 201510}},
	{"nontype_template_args", {0, 0, 201411, 201911}},
	{"nontype_template_parameter_auto", {0, 0, 201606, 201606}},
	{"nsdmi", {200809, 200809, 200809, 200809}},
	{"range_based_for", {200907, 200907, 201603, 201603}},
	{"raw_strings", {200710, 200710, 200710, 200710}},
	{"ref_qualifiers", {200710, 200710, 200710, 200710}},
	{"return_type_deduction", {0, 201304, 201304, 201304}},
	{"rtti", {199711, 199711, 199711, 199711}},
	{"rvalue_references", {200610, 200610, 200610, 200610}},
	{"static_assert", {200410, 200410, 201411, 201411}},
	{"structured_bindings", {0, 0, 201606, 201606}},
	{"template_auto", {0, 0, 201606, 201606}},
	{"unicode_literals", {200710, 200710, 200710, 200710}},
	{"user_defined_literals", {200809, 200809, 200809, 200809}},
	{"using_enum", {0, 0, 0, 201907}},
	{"variable_templates", {0, 201304, 201304, 201304}},
	{"variadic_templates", {200704, 200704, 200704, 200704}},
	{"variadic_using", {0, 0, 201611, 201611}},
};

static const struct {
	const char *name;
	u32 value;
} attributes[] = {
	{"carries_dependency", 200809}, {"deprecated", 201309},
	{"fallthrough", 201603},        {"likely", 201803},
	{"maybe_unused", 201603},       {"no_unique_address", 201803},
	{"nodiscard", 201907},          {"noreturn", 200809},
	{"unlikely", 201803},
};

/* ---- all of them ------------------------------------------------------------------- */

/* clang-format off */
static const char plain[] =
	"_GNU_SOURCE 1\n_LP64 1\n__LP64__ 1\n__ELF__ 1\n__STDC__ 1\n__STDC_HOSTED__ 1\n"
	"__STDC_UTF_16__ 1\n__STDC_UTF_32__ 1\n__GNUC__ 12\n__GNUC_MINOR__ 2\n"
	"__GNUC_PATCHLEVEL__ 0\n__GNUG__ 12\n__VERSION__ \"12.2.0\"\n__GXX_WEAK__ 1\n"
	"__GXX_RTTI 1\n__GXX_ABI_VERSION 1017\n__GXX_EXPERIMENTAL_CXX0X__ 1\n"
	"__GNUC_STDC_INLINE__ 1\n__EXCEPTIONS 1\n__DEPRECATED 1\n__STRICT_ANSI__ 1\n"
	"__CHAR_BIT__ 8\n__CHAR16_TYPE__ short unsigned int\n__CHAR32_TYPE__ unsigned "
        "int\n"
	"__SIG_ATOMIC_TYPE__ int\n__SIG_ATOMIC_MAX__ 0x7fffffff\n__SIG_ATOMIC_MIN__ "
	"(-__SIG_ATOMIC_MAX__ - 1)\n__WINT_TYPE__ unsigned int\n__WINT_MAX__ "
        "0xffffffffU\n"
	"__WINT_MIN__ 0U\n__SCHAR_MAX__ 0x7f\n__SHRT_MAX__ 0x7fff\n__INT_MAX__ "
        "0x7fffffff\n"
	"__LONG_MAX__ 0x7fffffffffffffffL\n__LONG_LONG_MAX__ 0x7fffffffffffffffLL\n"
	"__SCHAR_WIDTH__ 8\n__SHRT_WIDTH__ 16\n__INT_WIDTH__ 32\n__LONG_WIDTH__ 64\n"
	"__LONG_LONG_WIDTH__ 64\n__SIZE_WIDTH__ 64\n__WCHAR_WIDTH__ 32\n"
	"__INTMAX_C(c) c ## L\n__UINTMAX_C(c) c ## UL\n__SIZEOF_SHORT__ 2\n"
	"__SIZEOF_INT__ 4\n__SIZEOF_LONG__ 8\n__SIZEOF_LONG_LONG__ 8\n__SIZEOF_INT128__ "
        "16\n"
	"__SIZEOF_FLOAT__ 4\n__SIZEOF_DOUBLE__ 8\n__SIZEOF_LONG_DOUBLE__ 16\n"
	"__SIZEOF_POINTER__ 8\n__SIZEOF_SIZE_T__ 8\n__SIZEOF_PTRDIFF_T__ 8\n"
	"__SIZEOF_WCHAR_T__ 4\n__SIZEOF_WINT_T__ 4\n__BIGGEST_ALIGNMENT__ 16\n"
	"__ORDER_LITTLE_ENDIAN__ 1234\n__ORDER_BIG_ENDIAN__ 4321\n__ORDER_PDP_ENDIAN__ "
        "3412\n"
	"__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__\n"
	"__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__\n__FINITE_MATH_ONLY__ 0\n"
	"__ATOMIC_RELAXED 0\n__ATOMIC_CONSUME 1\n__ATOMIC_ACQUIRE 2\n__ATOMIC_RELEASE 3\n"
	"__ATOMIC_ACQ_REL 4\n__ATOMIC_SEQ_CST 5\n__GCC_IEC_559 2\n__GCC_IEC_559_COMPLEX "
        "2\n"
	"__STDC_IEC_559__ 1\n__STDCPP_THREADS__ 1\n__STDCPP_DEFAULT_NEW_ALIGNMENT__ 16\n"
	"__OPTIMIZE__ 1\n__linux 1\n__linux__ 1\n__gnu_linux__ 1\n__unix 1\n__unix__ 1\n"
	"__USER_LABEL_PREFIX__\n__REGISTER_PREFIX__\n"
#if defined(__aarch64__)
	"__aarch64__ 1\n__ARM_64BIT_STATE 1\n__CHAR_UNSIGNED__ 1\n"
	"__WCHAR_TYPE__ unsigned int\n__WCHAR_MAX__ 0xffffffffU\n__WCHAR_MIN__ 0U\n";
#else
	"__x86_64 1\n__x86_64__ 1\n__amd64 1\n__amd64__ 1\n__SSE__ 1\n__SSE2__ 1\n"
	"__WCHAR_TYPE__ int\n__WCHAR_MAX__ 0x7fffffff\n"
	"__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)\n";
#endif
/* clang-format on */

static u32 answer(void *ctx, enum pp_question q, const char *name) {
	(void)ctx;
	for (u32 i = 0; q <= PP_HAS_CPP_ATTRIBUTE && i < countof(attributes); i++)
		if (strcmp(attributes[i].name, name) == 0)
			return attributes[i].value;
	/* the front end knows the traits and builtins that GCC 12 has under these names
	 */
	return q == PP_HAS_BUILTIN &&
	       (strncmp(name, "__is_", 5) == 0 || strcmp(name, "__builtin_expect") == 0 ||
	        strcmp(name, "__builtin_bit_cast") == 0 ||
	        strcmp(name, "__builtin_addressof") == 0);
}

static void plain_macros(struct text *t) {
	for (const char *s = plain; *s;) {
		size_t n = strcspn(s, "\n");
		text_printf(t, "#define %.*s\n", (int)n, s);
		s += n + 1;
	}
}

void pp_host_table(struct arena *a, u32 standard, struct pp_host *h) {
	struct text t = {.arena = a};
	u32 i = standard >= 20 ? 3 : standard >= 17 ? 2 : standard >= 14 ? 1 : 0;
	static const char *const value[] = {"201103L", "201402L", "201703L", "202002L"};
	plain_macros(&t);
	define(&t, "__cplusplus", value[i]);
	if (i == 3)
		text_printf(&t, "#define __CHAR8_TYPE__ unsigned char\n"
		                "#define __cpp_char8_t 201811L\n");
	integers(&t);
	floatings(&t);
	for (u32 k = 0; k < countof(features); k++)
		if (features[k].value[i])
			text_printf(&t, "#define __cpp_%s %uL\n", features[k].name,
			            features[k].value[i]);
	*h = (struct pp_host){.macros = text_get(&t), .answer = answer};
	h->has[PP_HAS_ATTRIBUTE] = h->has[PP_HAS_CPP_ATTRIBUTE] = true;
	h->has[PP_HAS_BUILTIN] = true;
}
