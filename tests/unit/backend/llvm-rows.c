/* llvm-rows.c - the `llvm` column of alu.def against the `value` column: rows, type
 * tuples and modifier words as machine code for scalars and for vectors of 4, 8 and 16
 * lanes, compared bit for bit with the lane loops of the interpreter on edge values and
 * random ones. Some operands are constants, as immediates are.
 *
 *   llvm-rows [--all] [--cpu NAME] [--row ID] [--seed N] [--print]
 *
 * By default the words take turns at the widths, and processors of less features get a
 * part of them; --all runs every word at every width; --print shows the IR instead (for
 * llc). Prints one line per failure and "N passed, N failed".
 * SPDX-License-Identifier: Apache-2.0 */
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>

#include "backend/llvm/alu/alu.h"
#include "backend/llvm/engine/library.h"
#include "tests/unit/backend/rows.h"

enum { BATCH = 128, ROUNDS = 10, ROUNDS_OF_ROOT = 300, NO_CONSTANT = 0 };

/* One function: a row in one width. */
struct job {
	enum row row;
	const u8 *type;
	u32 m, lanes;
	u32 constant; /* operand that is one, or NO_CONSTANT */
	u64 value;
	bool raw_nan, emitted;
	char name[32];
};

struct engine {
	const char *cpu, *features;
	bool has_fma, has_f16, has_rounding, has_byte_dots, has_mxcsr;
	LLVMTargetMachineRef machine;
	LLVMOrcLLJITRef jit;
};

typedef void row_code(void *const *o, u32 lane, u32 *cc);

static struct {
	bool all, print;
	const char *cpu, *row;
	u32 every; /* of the words, one in so many */
	u32 words, passed, failed, none;
	struct job job[BATCH];
	u32 njob;
	struct engine engine;
} t;

static void check(LLVMErrorRef err) {
	if (!err)
		return;
	fprintf(stderr, "llvm-rows: %s\n", LLVMGetErrorMessage(err));
	exit(2);
}

/* ---- emitting ---- */

struct code {
	struct alu_emit e;
	LLVMValueRef operands, lane, cc;
};

static LLVMTypeRef wide(const struct code *c, LLVMTypeRef type) {
	return c->e.lanes ? LLVMVectorType(type, c->e.lanes) : type;
}

static bool is_f32_type(u32 type) {
	return type == TYPE_F32 || type == TYPE_TF32;
}

static LLVMTypeRef lane_type(const struct code *c, char letter, u32 bits) {
	u32 type = strchr("dabc", letter) ? c->e.type[0]
	           : strchr("xy", letter) ? c->e.type[1]
	                                  : (u32)TYPE_B32;
	if (is_f32_type(type))
		return LLVMFloatTypeInContext(c->e.ctx);
	if (type == TYPE_F64)
		return LLVMDoubleTypeInContext(c->e.ctx);
	return LLVMIntTypeInContext(c->e.ctx, bits);
}

static LLVMValueRef number(const struct code *c, u32 bits, u64 v) {
	return LLVMConstInt(LLVMIntTypeInContext(c->e.ctx, bits), v, false);
}

static LLVMValueRef operand_pointer(const struct code *c, u32 i) {
	LLVMTypeRef ptr = LLVMPointerTypeInContext(c->e.ctx, 0);
	LLVMValueRef at = number(c, 32, i);
	LLVMValueRef p = LLVMBuildGEP2(c->e.b, ptr, c->operands, &at, 1, "");
	return LLVMBuildLoad2(c->e.b, ptr, p, "");
}

static LLVMValueRef lane_pointer(const struct code *c, u32 i, u32 bits) {
	LLVMValueRef at = LLVMBuildMul(c->e.b, c->lane, number(c, 32, bits / 8), "");
	return LLVMBuildGEP2(c->e.b, LLVMInt8TypeInContext(c->e.ctx),
	                     operand_pointer(c, i), &at, 1, "");
}

static LLVMValueRef load_mask(const struct code *c, LLVMValueRef p) {
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c->e.ctx);
	LLVMValueRef m = LLVMBuildLoad2(c->e.b, i32, p, "");
	u32 n = c->e.lanes ? c->e.lanes : 1;
	m = LLVMBuildLShr(c->e.b, m, c->lane, "");
	m = LLVMBuildTrunc(c->e.b, m, LLVMIntTypeInContext(c->e.ctx, n), "");
	return LLVMBuildBitCast(c->e.b, m, wide(c, LLVMInt1TypeInContext(c->e.ctx)), "");
}

static void store_mask(const struct code *c, LLVMValueRef p, LLVMValueRef v) {
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c->e.ctx);
	u32 n = c->e.lanes ? c->e.lanes : 1;
	v = LLVMBuildBitCast(c->e.b, v, LLVMIntTypeInContext(c->e.ctx, n), "");
	v = LLVMBuildShl(c->e.b, LLVMBuildZExt(c->e.b, v, i32, ""), c->lane, "");
	v = LLVMBuildOr(c->e.b, v, LLVMBuildLoad2(c->e.b, i32, p, ""), "");
	LLVMBuildStore(c->e.b, v, p);
}

static LLVMValueRef constant(const struct code *c, LLVMTypeRef lane, u32 bits,
                             u64 value) {
	LLVMValueRef v[16], k = LLVMConstBitCast(number(c, bits, value), lane);
	for (u32 l = 0; l < c->e.lanes; l++)
		v[l] = k;
	return c->e.lanes ? LLVMConstVector(v, c->e.lanes) : k;
}

static LLVMValueRef source(const struct code *c, const struct job *j, char letter,
                           u32 i) {
	u32 bits = letter_bits(letter, j->type);
	if (bits == 1)
		return load_mask(c, operand_pointer(c, i));
	LLVMTypeRef lane = lane_type(c, letter, bits);
	if (i == j->constant)
		return constant(c, lane, bits, j->value);
	LLVMValueRef v = LLVMBuildLoad2(c->e.b, wide(c, lane), lane_pointer(c, i, bits),
	                                "");
	LLVMSetAlignment(v, 1);
	return v;
}

static void dest(const struct code *c, const struct job *j, char letter, u32 i,
                 LLVMValueRef v) {
	u32 bits = letter_bits(letter, j->type);
	if (bits == 1)
		store_mask(c, operand_pointer(c, i), v);
	else
		LLVMSetAlignment(LLVMBuildStore(c->e.b, v, lane_pointer(c, i, bits)), 1);
}

static u32 dest_count(const struct row_info *row) {
	return row->sig[1] && strchr("qQ", row->sig[1]) ? 2 : 1;
}

static bool emit_body(struct code *c, const struct job *j) {
	const struct row_info *row = row_info(j->row);
	u32 n = (u32)strlen(row->sig), ndest = dest_count(row);
	LLVMValueRef src[OPERANDS] = {0}, out[OPERANDS] = {0};
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c->e.ctx);
	LLVMValueRef one = number(c, 32, 1);
	for (u32 i = ndest; i < n; i++)
		src[i] = source(c, j, row->sig[i], i);
	if (row->props & PROP_CC_IN)
		c->e.cc_in = load_mask(c, c->cc);
	bool ok = jit_alu(&c->e, j->row, out, src);
	for (u32 i = 0; ok && i < ndest; i++)
		dest(c, j, row->sig[i], i, out[i]);
	if (ok && row->props & PROP_CC_OUT)
		store_mask(c, LLVMBuildGEP2(c->e.b, i32, c->cc, &one, 1, ""),
		           c->e.cc_out);
	LLVMBuildRetVoid(c->e.b);
	return ok;
}

static void emit_job(struct job *j, LLVMContextRef ctx, LLVMModuleRef module) {
	LLVMTypeRef ptr = LLVMPointerTypeInContext(ctx, 0);
	LLVMTypeRef param[] = {ptr, LLVMInt32TypeInContext(ctx), ptr};
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), param, 3, false);
	LLVMValueRef fn = LLVMAddFunction(module, j->name, type);
	struct code c = {.e = {.ctx = ctx,
	                       .module = module,
	                       .b = LLVMCreateBuilderInContext(ctx),
	                       .lanes = j->lanes,
	                       .m = j->m,
	                       .raw_nan = j->raw_nan,
	                       .has_second = true,
	                       .has_f16 = t.engine.has_f16,
	                       .has_fma = t.engine.has_fma,
	                       .has_rounding = t.engine.has_rounding,
	                       .has_byte_dots = t.engine.has_byte_dots,
	                       .has_mxcsr = t.engine.has_mxcsr}};
	for (u32 i = 0; i < 4; i++)
		c.e.type[i] = (enum type)j->type[i];
	c.operands = LLVMGetParam(fn, 0);
	c.lane = LLVMGetParam(fn, 1);
	c.cc = LLVMGetParam(fn, 2);
	LLVMPositionBuilderAtEnd(c.e.b, LLVMAppendBasicBlockInContext(ctx, fn, ""));
	j->emitted = emit_body(&c, j);
	LLVMDisposeBuilder(c.e.b);
}

/* ---- running ---- */

static bool is_f32_dest(const struct job *j) {
	return row_info(j->row)->sig[0] == 'd' && j->type[0] == TYPE_F32;
}

/* NaNs count as equal, whatever their bits. */
static void same_nan(struct area *a) {
	for (u32 l = 0; l < WARP_LANES; l++) {
		u32 v;
		memcpy(&v, a->lane + 4 * l, 4);
		if ((v & 0x7fffffff) > 0x7f800000)
			v = 0x7fffffff;
		memcpy(a->lane + 4 * l, &v, 4);
	}
}

static void fill_all(struct area *o, const struct job *j) {
	const struct row_info *row = row_info(j->row);
	u32 n = (u32)strlen(row->sig), ndest = dest_count(row);
	for (u32 i = 0; i < n; i++) {
		u32 bits = letter_bits(row->sig[i], j->type);
		if (i < ndest)
			memset(o[i].lane, 0, sizeof o[i].lane);
		else
			fill(&o[i], bits, row->sig[i] == 's');
		for (u32 l = 0; i == j->constant && i && l < WARP_LANES; l++)
			memcpy(o[i].lane + l * (bits / 8), &j->value, bits / 8);
	}
}

static u32 compare(const struct job *j, struct area *got, struct area *want, u32 i) {
	u32 bits = letter_bits(row_info(j->row)->sig[i], j->type);
	u32 bytes = bits == 1 ? 4 : bits / 8, n = bits == 1 ? 1 : WARP_LANES;
	if (j->raw_nan && i == 0 && is_f32_dest(j)) {
		same_nan(&got[0]);
		same_nan(&want[0]);
	}
	for (u32 l = 0; l < n; l++)
		if (memcmp(got[i].lane + l * bytes, want[i].lane + l * bytes, bytes))
			return l;
	return WARP_LANES;
}

static void print_lane(const char *what, const struct area *a, u32 bits, u32 l) {
	u64 v = 0;
	memcpy(&v, a->lane + (bits == 1 ? 0 : l * (bits / 8)),
	       bits == 1 ? 4 : MIN(bits / 8, 8u));
	printf(" %s %llx", what, (unsigned long long)v);
}

static void report(const struct job *j, const struct area *got, const struct area *want,
                   const struct area *o, u32 l) {
	const struct row_info *row = row_info(j->row);
	u32 bits = letter_bits(row->sig[0], j->type);
	printf("%s.%s.%s mods %08x lanes %u cpu %s%s:", row->id,
	       type_info[j->type[0]].text, type_info[j->type[1]].text, j->m, j->lanes,
	       t.engine.cpu, j->constant ? " constant" : "");
	print_lane("got", &got[0], bits, l);
	print_lane("want", &want[0], bits, l);
	for (u32 i = dest_count(row); row->sig[i]; i++)
		print_lane("of", &o[i], letter_bits(row->sig[i], j->type), l);
	printf("\n");
}

/* Approximations of 16 bits see every operand there is. */
static bool is_small_function(const struct job *j) {
	const struct row_info *row = row_info(j->row);
	return row->props & PROP_APPROX && type_info[j->type[0]].bits == 16;
}

static void fill_all_values(struct area *a, u32 round) {
	for (u32 l = 0; l < WARP_LANES; l++) {
		u16 v = (u16)(round * WARP_LANES + l);
		memcpy(a->lane + 2 * l, &v, 2);
	}
}

/* Operands for which a shorter way to a root may round wrongly: digits near all ones and
 * near all zeros, with exponents that leave the way open. */
static bool is_root(const struct job *j) {
	return j->type[0] == TYPE_F32 && strstr(row_info(j->row)->id, "RSQRT");
}

static void fill_near_powers(struct area *a, u32 round) {
	static const u32 digits[] = {0x7fffff, 0x7ffffe, 0x7ffffd, 0x7ffffc, 0, 1, 2, 3};
	for (u32 l = 0; l < WARP_LANES; l++) {
		u32 most = round % 3 ? digits[round / 3 % countof(digits)]
		                     : (u32)rnd() & 0x7fffff;
		u32 v = (30 + (round * WARP_LANES + l) % 216) << 23 | most;
		memcpy(a->lane + 4 * l, &v, 4);
	}
}

static bool run_round(const struct job *j, row_code *code, u32 round) {
	static struct area o[OPERANDS], got[2], want[2];
	void *p[OPERANDS];
	const struct row_info *row = row_info(j->row);
	u32 ndest = dest_count(row), step = j->lanes ? j->lanes : 1, bad = WARP_LANES;
	u32 cc[2] = {(u32)rnd(), 0}, cc_want = cc[0];
	fill_all(o, j);
	if (is_small_function(j))
		fill_all_values(&o[1], round);
	if (is_root(j) && round >= ROUNDS)
		fill_near_powers(&o[1], round);
	for (u32 i = 0; i < OPERANDS; i++)
		p[i] = o[i].lane;
	for (u32 l = 0; l < WARP_LANES; l += step)
		code(p, l, cc);
	memcpy(got, o, sizeof got);
	memset(o, 0, ndest * sizeof o[0]);
	alu_lookup_level(j->row, j->type, ALU_BASE)(p, j->m, ~0u, &cc_want);
	memcpy(want, o, sizeof want);
	for (u32 i = 0; i < ndest && bad == WARP_LANES; i++)
		bad = compare(j, got, want, i);
	bool cc_ok = !(row->props & PROP_CC_OUT) || cc[1] == cc_want;
	if (bad < WARP_LANES || !cc_ok)
		report(j, got, want, o, bad % WARP_LANES);
	return bad == WARP_LANES && cc_ok;
}

static void run_job(const struct job *j) {
	LLVMOrcExecutorAddress at;
	check(LLVMOrcLLJITLookup(t.engine.jit, &at, j->name));
	u32 rounds = is_small_function(j) ? 0x10000 / WARP_LANES
	             : is_root(j)         ? ROUNDS_OF_ROOT
	                                  : ROUNDS;
	bool ok = true;
	for (u32 i = 0; i < rounds && ok; i++)
		ok = run_round(j, (row_code *)at, i);
	if (ok)
		t.passed++;
	else
		t.failed++;
}

/* Compiles the functions collected so far, and runs them. */
static void run_batch(void) {
	LLVMOrcThreadSafeContextRef tsc = LLVMOrcCreateNewThreadSafeContext();
	LLVMContextRef ctx = LLVMOrcThreadSafeContextGetContext(tsc);
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("rows", ctx);
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	char *message = NULL;
	LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(t.engine.jit));
	LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(t.engine.jit));
	for (u32 i = 0; i < t.njob; i++)
		emit_job(&t.job[i], ctx, module);
	if (LLVMVerifyModule(module, LLVMPrintMessageAction, &message))
		exit(2);
	LLVMDisposeMessage(message);
	check(LLVMRunPasses(module,
	                    "early-cse,instcombine<no-verify-fixpoint>,simplifycfg",
	                    t.engine.machine, options));
	LLVMDisposePassBuilderOptions(options);
	if (t.print) {
		char *text = LLVMPrintModuleToString(module);
		fputs(text, stdout);
		exit(0);
	}
	LLVMOrcThreadSafeModuleRef tsm = LLVMOrcCreateNewThreadSafeModule(module, tsc);
	LLVMOrcDisposeThreadSafeContext(tsc);
	check(LLVMOrcLLJITAddLLVMIRModule(
		t.engine.jit, LLVMOrcLLJITGetMainJITDylib(t.engine.jit), tsm));
	for (u32 i = 0; i < t.njob; i++)
		if (t.job[i].emitted)
			run_job(&t.job[i]);
		else
			t.none++;
	t.njob = 0;
}

/* ---- what to run ---- */

static void add_job(enum row row, const u8 *type, u32 m, u32 lanes) {
	static u32 number_of_job;
	const char *sig = row_info(row)->sig;
	u32 last = (u32)strlen(sig) - 1, ndest = dest_count(row_info(row));
	struct job *j = &t.job[t.njob++];
	*j = (struct job){.row = row, .type = type, .m = m, .lanes = lanes};
	j->raw_nan = number_of_job & 1;
	j->value = rnd_value(64);
	while (last >= ndest && letter_bits(sig[last], type) == 1)
		last--;
	bool small = is_small_function(j) || is_root(j) || t.print;
	bool always = sig[last] == 'i' || sig[last] == 's';
	bool can = (always || !small) && last >= ndest &&
	           letter_bits(sig[last], type) <= 64;
	j->constant = can && (always || number_of_job % 3 == 0) ? last : NO_CONSTANT;
	snprintf(j->name, sizeof j->name, "f%u", number_of_job++);
	if (t.njob == BATCH)
		run_batch();
}

static void add_word(enum row row, const u8 *type, u32 m) {
	static const u32 widths[] = {16, 0, 8, 4};
	u32 n = t.words++;
	for (u32 w = 0; t.all && w < countof(widths); w++)
		add_job(row, type, m, widths[w]);
	if (!t.all && n % t.every == 0)
		add_job(row, type, m, widths[n / t.every % countof(widths)]);
}

/* All words of the slots from `at` on. */
static void add_words(enum row id, const u8 *type, u32 at, u32 m) {
	const struct row_info *row = row_info(id);
	if (at == row->nslot) {
		add_word(id, type, m);
		return;
	}
	const struct row_slot *s = &row->slot[at];
	if (!s->required)
		add_words(id, type, at + 1, m);
	for (u32 v = 1; v < 64; v++)
		if (s->allowed >> v & 1)
			add_words(id, type, at + 1, m | v << slot_info[s->slot].shift);
}

static void run_rows(void) {
	for (u32 id = ROW_INVALID + 1; id < ROW_ALU_END; id++) {
		const struct row_info *row = row_info((enum row)id);
		if (t.row && strcmp(t.row, row->id))
			continue;
		for (u32 i = 0; i < row->ntuple; i++)
			if (jit_alu_has((enum row)id, row->types[i]))
				add_words((enum row)id, row->types[i], 0, 0);
	}
	if (t.njob)
		run_batch();
}

/* ---- the compiler ---- */

static LLVMTargetMachineRef new_machine(const struct engine *e) {
	char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
	LLVMTargetRef target;
	if (LLVMGetTargetFromTriple(triple, &target, &message)) {
		fprintf(stderr, "llvm-rows: %s\n", message);
		exit(2);
	}
	LLVMTargetMachineRef m = LLVMCreateTargetMachine(
		target, triple, e->cpu, e->features, LLVMCodeGenLevelLess,
		LLVMRelocDefault, LLVMCodeModelJITDefault);
	LLVMDisposeMessage(triple);
	return m;
}

static void run_cpu(const char *cpu, const char *features, bool has_fma, u32 every) {
	struct engine *e = &t.engine;
	*e = (struct engine){.cpu = cpu, .features = features, .has_fma = has_fma};
	e->has_f16 = strstr(features, "+avx512fp16") || strstr(features, "+fullfp16");
	e->has_rounding = strstr(features, "+avx512f,") != NULL;
#if defined(__x86_64__)
	e->has_mxcsr = has_fma;
#endif
	e->has_byte_dots = strstr(features, "+avx512vbmi,") &&
	                   strstr(features, "+avx512vnni,");
	t.every = every;
	t.words = 0;
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
		builder,
		LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(new_machine(e)));
	check(LLVMOrcCreateLLJIT(&e->jit, builder));
	e->machine = new_machine(e);
	run_rows();
	check(LLVMOrcDisposeLLJIT(e->jit));
	LLVMDisposeTargetMachine(e->machine);
}

static void run_host(void) {
	char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
	bool has_fma = strstr(features, "+fma,") || strstr(features, "+neon");
	run_cpu(cpu, features, has_fma, 1);
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
}

/* The rows compiled for an older host; this one must be able to run it. */
static void run_lesser(void) {
#ifdef __x86_64__
	u32 every = t.row || t.all ? 1 : 13;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		run_cpu("x86-64-v3", "", true, every);
	if (__builtin_cpu_supports("sse4.2"))
		run_cpu("x86-64-v2", "", false, every);
#endif
}

int main(int argc, char **argv) {
	if (library_open()) {
		fprintf(stderr, "%s\n", library_open());
		return 1;
	}
	state = 0x9e3779b97f4a7c15u;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--all") == 0)
			t.all = true;
		else if (strcmp(argv[i], "--print") == 0)
			t.print = true;
		else if (strcmp(argv[i], "--cpu") == 0 && i + 1 < argc)
			t.cpu = argv[++i];
		else if (strcmp(argv[i], "--row") == 0 && i + 1 < argc)
			t.row = argv[++i];
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			state = strtoull(argv[++i], NULL, 0) | 1;
	}
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	if (t.cpu)
		run_cpu(t.cpu, "", strcmp(t.cpu, "x86-64-v2") != 0, 1);
	else
		run_host();
	if (!t.cpu)
		run_lesser();
	printf("%u passed, %u failed, %u left to the lane loop\n", t.passed, t.failed,
	       t.none);
	return t.failed != 0 || t.passed == 0;
}
