/* llvm-engine.c - what LLVM is trusted with: the self-test passes, and finds wrong code;
 * loading and dropping objects; sizes for perf.
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include "backend/llvm/engine/cache.h"
#include "backend/llvm/engine/elf_loader.h"
#include "backend/llvm/engine/library.h"
#include "backend/llvm/engine/perf_map.h"
#include "backend/llvm/engine/selftest.h"
#include "backend/machine/machine.h"

static const struct host *host(const char *name) {
	const char *why;
	const struct host *h = engine_host(name, &why);
	return h && !engine_prepare(h) ? h : NULL;
}

static void this_llvm_is_right(void **state) {
	(void)state;
	char error[256];
	for (const char *const *name = engine_hosts(); *name; name++) {
		const struct host *h = host(*name);
		if (h && !selftest_run(selftest_text, h, error))
			fail_msg("%s: %s", *name, error);
	}
	u64 start_ns = machine_clock_ns();
	assert_true(selftest(host(NULL), error));
	assert_true(selftest(host(NULL), error));
	assert_true(machine_clock_ns() - start_ns < 1000000000);
}

/* A success is remembered for this library and this host; of another kind of host
 * nothing is known. */
static void what_passed_is_remembered(void **state) {
	(void)state;
	char folder[] = "/tmp/simt-engine-XXXXXX", command[64];
	const struct host *h = host(NULL), *other = host("x86-64");
	assert_false(selftest_recall(h));
	selftest_remember(h); /* no cache: nothing happens */
	assert_non_null(mkdtemp(folder));
	cache_open(folder, 1 << 20);
	assert_false(selftest_recall(h));
	selftest_remember(h);
	assert_true(selftest_recall(h));
	if (other)
		assert_false(selftest_recall(other));
	cache_open(NULL, 0);
	assert_false(selftest_recall(h));
	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

/* The text with the `nth` occurrence of a piece replaced by one of the same length. */
static const char *changed(struct arena *a, const char *from, const char *to, u32 nth) {
	char *text = arena_strdup(a, selftest_text, strlen(selftest_text));
	char *at = strstr(text, from);
	for (; at && nth; nth--)
		at = strstr(at + 1, from);
	assert_non_null(at);
	assert_int_equal(strlen(from), strlen(to));
	memcpy(at, to, strlen(to));
	return text;
}

/* A right LLVM makes of a wrong text what a wrong LLVM would make. */
static void wrong_code_is_found(void **state) {
	(void)state;
	static const struct {
		const char *from, *to;
		u32 count;
	} wrong[] = {
		{"%r = select <16 x i1> %m, <16 x float> %t,",
	         "%r = select <16 x i1> %m, <16 x float> %p,", 0},
		{"float> %t, <16 x float> %cur\n", "float> %cur, <16 x float> %t\n", 2},
		{"(<16 x float> %cur, ptr %p,", "(<16 x float> %t  , ptr %p,", 3},
		{"(<16 x float> %t, ptr %curp,", "(<16 x float> %t, ptr %p   ,", 1},
		{"fadd", "fsub", 1},
	};
	char error[256];
	for (u32 i = 0; i < countof(wrong); i++)
		for (u32 k = 0; k < MAX(wrong[i].count, 1); k++) {
			struct arena a = ARENA_INIT;
			const char *text = changed(&a, wrong[i].from, wrong[i].to, k);
			assert_false(selftest_run(text, host(NULL), error));
			/* The first does not even parse. */
			assert_int_equal(strstr(error, "wrong code") != NULL,
			                 wrong[i].count != 0);
			arena_drop(&a);
		}
}

/* Two functions; the second calls the first, and memcpy, for which the process stands in.
 * With tables for unwinding, LLVM's linker has to load them. */
#define TWO(more)                                                                    \
	"declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"                   \
	"define i32 @ptx_one(i32 %a) noinline " more                                 \
	" { %r = add i32 %a, 1 ret i32 %r }\n"                                       \
	"define i32 @ptx_two(ptr %to, ptr %from, i64 %n) " more " {\n"               \
	"  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)\n" \
	"  %v = load i32, ptr %to %r = call i32 @ptx_one(i32 %v) ret i32 %r }\n"
static const char two[] = TWO("nounwind"), two_that_unwind[] = TWO("uwtable");

static struct engine_code *make_for(const struct host *h, struct arena *a,
                                    const char *source, struct engine_object *o,
                                    struct engine_entries *e) {
	LLVMContextRef ctx = LLVMContextCreate();
	struct engine_job job = {.host = h, .optimise = true};
	char *message = NULL;
	LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(
		source, strlen(source), "two");
	assert_false(LLVMParseIRInContext(ctx, text, &job.module, &message));
	struct engine_code *code = engine_compile(&job, a, o, e);
	LLVMContextDispose(ctx);
	return code;
}

static struct engine_code *make(struct arena *a, const char *source,
                                struct engine_object *o, struct engine_entries *e) {
	return make_for(host(NULL), a, source, o, e);
}

static void try_two(const struct engine_entries *e) {
	u32 (*fn)(u32 *to, const u32 *from, u64 n);
	u32 from = 41, to = 0;
	memcpy(&fn, &e->at[1], sizeof fn);
	assert_int_equal(fn(&to, &from, sizeof to), 42);
	assert_int_equal(to, 41);
}

/* The same names several times, at places of their own; dropped and loaded again. */
static void load_apart(const char *source) {
	static const char *const name[] = {"ptx_one", "ptx_two"};
	struct arena a = ARENA_INIT;
	struct engine_object o;
	void *at[4][2];
	struct engine_code *code[4];
	char error[256];
	struct engine_entries first = {name, at[0], 2};
	code[0] = make(&a, source, &o, &first);
	assert_non_null(code[0]);
	try_two(&first);
	for (u32 turn = 0; turn < 3; turn++) {
		for (u32 i = 1; i < 4; i++) {
			struct engine_entries e = {name, at[i], 2};
			code[i] = engine_load(&o, &e, error);
			assert_non_null(code[i]);
			try_two(&e);
			for (u32 k = 0; k < i; k++)
				assert_ptr_not_equal(at[k][1], at[i][1]);
		}
		for (u32 i = 1; i < 4; i++)
			engine_drop(code[i]);
	}
	try_two(&first);
	engine_drop(code[0]);
	arena_drop(&a);
}

static void objects_are_apart(void **state) {
	(void)state;
	load_apart(two);
	load_apart(two_that_unwind);
}

/* A function of one file calls one of another, made on another thread, and the other way
 * round. */
static void files_call_each_other(void **state) {
	(void)state;
	static const char *const part[] = {
		"declare hidden i32 @ptx_b.0(i32) define i32 @ptx_a(i32 %x) { %r = call "
		"i32 @ptx_b.0(i32 %x) ret i32 %r }"
		" define hidden i32 @ptx_a.1(i32 %x) { %r = mul i32 %x, 3 ret i32 %r }",
		"declare hidden i32 @ptx_a.1(i32) define hidden i32 @ptx_b.0(i32 %x) "
		"noinline { %y = add i32 %x, 1"
		" %r = call i32 @ptx_a.1(i32 %y) ret i32 %r }",
		"define i32 @ptx_c(i32 %x) { %r = sub i32 %x, 7 ret i32 %r }"};
	static const char *const name[] = {"ptx_c", "ptx_a"};
	struct arena a = ARENA_INIT;
	LLVMModuleRef mod[3];
	LLVMContextRef ctx = LLVMContextCreate();
	struct engine_object o, file;
	struct engine_job job = {
		.host = host(NULL), .optimise = true, .more = mod + 1, .nmore = 2};
	u32 (*fn)(u32);
	void *at[2][2];
	char error[256], *message = NULL;
	struct engine_entries e = {name, at[0], 2}, again = {name, at[1], 2};
	for (u32 i = 0; i < 3; i++)
		assert_false(
			LLVMParseIRInContext(ctx,
		                             LLVMCreateMemoryBufferWithMemoryRangeCopy(
						     part[i], strlen(part[i]), "part"),
		                             &mod[i], &message));
	job.module = mod[0];
	struct engine_code *code[2] = {engine_compile(&job, &a, &o, &e)};
	LLVMContextDispose(ctx);
	assert_non_null(code[0]);
	assert_int_equal(o.nfile, 3);
	code[1] = engine_load(&o, &again, error);
	assert_non_null(code[1]);
	for (u32 i = 0; i < 2; i++) {
		memcpy(&fn, &at[i][0], sizeof fn);
		assert_int_equal(fn(50), 43);
		memcpy(&fn, &at[i][1], sizeof fn);
		assert_int_equal(fn(13), 42);
	}
	assert_true(perf_map_size(&o, "ptx_c") > 0);
	u64 end = 0;
	u32 n = 0;
	while (engine_next_file(&o, &n, &end, &file))
		assert_memory_equal(file.bytes, "\177ELF", 4);
	assert_int_equal(end, o.size);
	/* what is called is not there, or what is wanted */
	for (o.nfile = 1; o.nfile < 3; o.nfile++)
		assert_null(engine_load(&o, &again, error));
	o.size -= 16;
	assert_null(engine_load(&o, &again, error));
	engine_drop(code[0]);
	engine_drop(code[1]);
	arena_drop(&a);
}

static void bad_objects_are_told(void **state) {
	(void)state;
	static const char *const name[] = {"ptx_one", "ptx_none"};
	struct arena a = ARENA_INIT;
	struct engine_object o, half;
	void *at[2];
	char error[256];
	struct engine_entries e = {name, at, 1};
	struct engine_code *code = make(&a, two, &o, &e);
	assert_non_null(code);
	half = (struct engine_object){.bytes = o.bytes, .size = o.size / 2};
	assert_null(engine_load(&half, &e, error));
	assert_non_null(strstr(error, "loading code"));
	e.n = 2;
	assert_null(engine_load(&o, &e, error));
	assert_non_null(strstr(error, "ptx_none"));
	engine_drop(code);
	arena_drop(&a);
}

/* Whatever is in the bytes, they are loaded or refused. */
static void damaged_objects_do_no_harm(void **state) {
	(void)state;
	static const char *const name[] = {"ptx_one", "ptx_two"};
	struct arena a = ARENA_INIT;
	struct engine_object o;
	void *at[2];
	const char *why = NULL;
	struct engine_entries e = {name, at, 2};
	struct elf_code own;
	struct engine_code *code = make(&a, two, &o, &e);
	assert_non_null(code);
#if defined(__x86_64__)
	assert_true(elf_load(&o, &e, &own, &why));
	try_two(&e);
	elf_drop(&own);
#endif
	for (size_t n = 0; n < o.size; n += 3) {
		struct engine_object half = {.bytes = arena_copy(&a, o.bytes, n, 16),
		                             .size = n};
		if (elf_load(&half, &e, &own, &why))
			elf_drop(&own);
		else
			assert_non_null(why);
	}
	u8 *bytes = arena_copy(&a, o.bytes, o.size, 16);
	for (size_t i = 0; i < o.size; i++) {
		static const u8 wrong[] = {1, 0x80, 0xff};
		for (u32 k = 0; k < countof(wrong); k++) {
			bytes[i] ^= wrong[k];
			if (elf_load(&(struct engine_object){.bytes = bytes,
			                                     .size = o.size},
			             &e, &own, &why))
				elf_drop(&own);
			bytes[i] ^= wrong[k];
		}
	}
	engine_drop(code);
	arena_drop(&a);
}

static void sizes_are_known(void **state) {
	(void)state;
	static const char *const name[] = {"ptx_one", "ptx_two"};
	struct arena a = ARENA_INIT;
	struct engine_object o;
	void *at[2];
	struct engine_entries e = {name, at, 2};
	struct engine_code *code = make(&a, two, &o, &e);
	assert_non_null(code);
	assert_in_range(perf_map_size(&o, "ptx_one"), 3, 32);
	assert_true(perf_map_size(&o, "ptx_two") > perf_map_size(&o, "ptx_one"));
	assert_int_equal(perf_map_size(&o, "ptx_none"), 0);
	for (size_t n = 0; n < o.size; n += 7) /* of a piece, or nothing: no harm */
		perf_map_size(
			&(struct engine_object){.bytes = arena_copy(&a, o.bytes, n, 16),
		                                .size = n},
			"ptx_two");
	engine_drop(code);
	arena_drop(&a);
}

/* Three accesses to the same places; the addresses of two come from the first block. */
static const char gathers[] =
	"declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 "
	"x float>)\n"
	"declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, i32, <8 x "
	"i1>)\n"
	"define void @ptx_f(ptr %p, <8 x i32> %i, <8 x i1> %m, <8 x float> %x, i1 %c) {\n"
	"a: %w = sext <8 x i32> %i to <8 x i64>\n"
	"   %at = getelementptr float, ptr %p, <8 x i64> %w\n"
	"   %u = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, "
	"<8 x i1> %m, <8 x float> %x)\n"
	"   br i1 %c, label %b, label %d\n"
	"b: %v = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %at, i32 4, "
	"<8 x i1> %m, <8 x float> %u)\n"
	"   call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %v, <8 x ptr> %at, i32 "
	"4, <8 x i1> %m)\n"
	"   br label %d\n"
	"d: ret void }\n";

static void addresses_go_to_their_gathers(void **state) {
	(void)state;
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMModuleRef m;
	char *message = NULL;
	LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(
		gathers, strlen(gathers), "gathers");
	assert_false(LLVMParseIRInContext(ctx, text, &m, &message));
	engine_sink(m);
	assert_false(LLVMVerifyModule(m, LLVMReturnStatusAction, &message));
	LLVMDisposeMessage(message);
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(LLVMGetNamedFunction(m, "ptx_f"));
	u32 calls = 0, copies = 0;
	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i)) {
			copies += LLVMIsAGetElementPtrInst(i) != NULL;
			if (!LLVMIsACallInst(i))
				continue;
			LLVMValueRef at = LLVMGetOperand(i, calls == 2 ? 1 : 0);
			assert_ptr_equal(LLVMGetInstructionParent(at), b);
			assert_ptr_equal(LLVMGetInstructionParent(LLVMGetOperand(at, 1)),
			                 b);
			calls++;
		}
	assert_int_equal(calls, 3);
	assert_int_equal(copies, 3);
	LLVMDisposeModule(m);
	LLVMContextDispose(ctx);
}

/* %some is asked on the way to b alone, %low on both. */
static const char branch[] = "define i32 @ptx_f(i32 %x, i32 %n) {\n"
			     "   %low = icmp slt i32 %x, 1\n"
			     "   %high = icmp sge i32 %x, %n\n"
			     "   %some = or i1 %low, %high\n"
			     "   %all = and i1 %low, %high\n"
			     "   br i1 %all, label %a, label %b\n"
			     "a: ret i32 1\n"
			     "b: %r = select i1 %some, i32 2, i32 3\n"
			     "   ret i32 %r }\n";

static void conditions_go_to_their_side(void **state) {
	(void)state;
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMModuleRef m;
	char *message = NULL;
	LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(
		branch, strlen(branch), "branch");
	assert_false(LLVMParseIRInContext(ctx, text, &m, &message));
	engine_sink(m);
	assert_false(LLVMVerifyModule(m, LLVMReturnStatusAction, &message));
	LLVMDisposeMessage(message);
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(
		LLVMGetNamedFunction(m, "ptx_f"));
	LLVMBasicBlockRef b = LLVMGetNextBasicBlock(LLVMGetNextBasicBlock(entry));
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i;
	     i = LLVMGetNextInstruction(i))
		assert_int_not_equal(LLVMGetInstructionOpcode(i), LLVMOr);
	assert_int_equal(LLVMGetInstructionOpcode(LLVMGetFirstInstruction(b)), LLVMOr);
	LLVMDisposeModule(m);
	LLVMContextDispose(ctx);
}

/* A gather of eight numbers at %at, and its store to place n of %to. */
#define T "i1 true, "
#define EVERY "<" T T T T T T T "i1 true>"
#define GATHER(n, at, lanes)                                                     \
	"%v" #n " = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> " at \
	", i32 4, <8 x i1> " lanes ", <8 x i32> %i)\n"                           \
	"%t" #n " = getelementptr <8 x i32>, ptr %to, i64 " #n "\n"              \
	"store <8 x i32> %v" #n ", ptr %t" #n ", align 4\n"
/* By signed and by unsigned indices, and by pointers. */
#define GATHERS(name, lanes)                                                     \
	"define void @" name "(ptr %p, ptr %from, i8 %some, ptr %to) {\n"        \
	"%i = load <8 x i32>, ptr %from, align 4\n"                              \
	"%m = bitcast i8 %some to <8 x i1>\n"                                    \
	"%s = sext <8 x i32> %i to <8 x i64>\n"                                  \
	"%z = zext <8 x i32> %i to <8 x i64>\n"                                  \
	"%ps = getelementptr i32, ptr %p, <8 x i64> %s\n"                        \
	"%pz = getelementptr i32, ptr %p, <8 x i64> %z\n"                        \
	"%pp = getelementptr i8, <8 x ptr> %ps, i64 4\n" GATHER(0, "%ps", lanes) \
		GATHER(1, "%pz", lanes) GATHER(2, "%pp", lanes) "ret void }\n"
/* By indices of which LLVM finds out that they are 0 to 7 only when it makes the code. */
#define EIGHT(n)                                                                    \
	"<i32 " n ", i32 " n ", i32 " n ", i32 " n ", i32 " n ", i32 " n ", i32 " n \
	", i32 " n ">"
#define NEAR(name)                                                                       \
	"define void @" name "(ptr %p, ptr %from, i8 %some, ptr %to) {\n"                \
	"%lanes = alloca [32 x i32], align 64\n"                                         \
	"%all = load <32 x i32>, ptr %p, align 4\n"                                      \
	"store <32 x i32> %all, ptr %lanes, align 64\n"                                  \
	"%i = load <8 x i32>, ptr %from, align 4\n"                                      \
	"%a = and <8 x i32> %i, " EIGHT(                                                 \
		"31") "\n"                                                               \
		      "%b = and <8 x i32> %a, " EIGHT(                                   \
			      "-25") "\n"                                                \
				     "%c = or <8 x i32> zeroinitializer, %b\n"           \
				     "%d = icmp sle <8 x i32> %c, " EIGHT(               \
					     "31") "\n"                                  \
						   "%e = select <8 x i1> %d, <8 x i32> " \
						   "%c, <8 x i32> zeroinitializer\n"     \
						   "%f = and <8 x i32> %e, " EIGHT(      \
							   "31") "\n"                    \
								 "%g = getelementptr "   \
								 "i32, ptr %lanes, <8 "  \
								 "x i32> %f\n" GATHER(   \
									 0, "%g",        \
									 EVERY) "ret "   \
										"void "  \
										"}\n"
static const char gathers_of_lanes[] =
	"declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 "
	"x i32>)\n" GATHERS("ptx_all", EVERY) GATHERS("ptx_some", "%m") NEAR("ptx_near");

typedef void gathers_fn(const u32 *p, const u32 *index, u32 some, u32 *to);

static void check_lanes(gathers_fn *fn, const u32 *p, const u32 *index, u32 some) {
	u32 to[3][8];
	fn(p, index, some, to[0]);
	for (u32 l = 0; l < 8; l++)
		for (u32 i = 0; i < 3; i++) {
			bool takes = some >> l & 1;
			assert_int_equal(to[i][l],
			                 takes ? p[index[l] + (i == 2)] : index[l]);
		}
}

/* Lanes that take no part have indices to places without memory; if there are only such,
 * the base has none, either. */
static void gathers_become_loads(void **state) {
	(void)state;
	static const char *const name[] = {"ptx_all", "ptx_some", "ptx_near"};
	struct arena a = ARENA_INIT;
	struct engine_object o;
	void *at[3];
	struct engine_entries e = {name, at, 3};
	struct host h = *host(NULL);
	h.gathers_slowly = true;
	struct engine_code *code = make_for(&h, &a, gathers_of_lanes, &o, &e);
	assert_non_null(code);
	gathers_fn *all, *some, *near;
	memcpy(&all, &at[0], sizeof all);
	memcpy(&some, &at[1], sizeof some);
	memcpy(&near, &at[2], sizeof near);
	u32 p[32], index[8];
	for (u32 i = 0; i < countof(p); i++)
		p[i] = 1000 + i;
	for (u32 mask = 0; mask < 256; mask++) {
		for (u32 l = 0; l < 8; l++)
			index[l] = (7 * l + mask) % 31;
		check_lanes(all, p, index, 255);
		u32 to[8];
		near(p, index, 255, to);
		for (u32 l = 0; l < 8; l++)
			assert_int_equal(to[l], p[index[l] & 7]);
		for (u32 l = 0; l < 8; l++)
			if (!(mask >> l & 1))
				index[l] = 0x7fffff00u - l;
		check_lanes(some, mask ? p : NULL, index, mask);
	}
	engine_drop(code);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_go_to_their_gathers),
		cmocka_unit_test(conditions_go_to_their_side),
		cmocka_unit_test(gathers_become_loads),
		cmocka_unit_test(this_llvm_is_right),
		cmocka_unit_test(what_passed_is_remembered),
		cmocka_unit_test(wrong_code_is_found),
		cmocka_unit_test(objects_are_apart),
		cmocka_unit_test(files_call_each_other),
		cmocka_unit_test(bad_objects_are_told),
		cmocka_unit_test(damaged_objects_do_no_harm),
		cmocka_unit_test(sizes_are_known),
	};
	return library_open() ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
