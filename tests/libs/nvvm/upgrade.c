/* upgrade.c - texts of old LLVM become texts of new LLVM; broken ones are survived.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "backend/llvm/nvptx/typed_pointers.h"

static const struct {
	const char *old, *now;
} row[] = {
	/* nothing to do */
	{"define void @f(ptr %p) { ret void }", NULL},
	{"@s = constant [3 x i8] c\"i8*\" ; i32*", NULL},
	{"%\"i32*\" = add i32 %\"a*b\", 1", NULL},
	/* types */
	{"%x = load i32, i32* %p", "%x = load i32, ptr %p"},
	{"store i8* %a, i8** %b", "store ptr %a, ptr %b"},
	{"store i32 1, i32 addrspace(3)* %p", "store i32 1, ptr addrspace(3) %p"},
	{"define void @f({i32, i8*}* %s, [4 x float]* %a, <2 x i32*> %v, %T* %t)",
         "define void @f(ptr %s, ptr %a, <2 x ptr> %v, ptr %t)"},
	{"define i8* @f(i32 (i8*, ...)* %fn, void ()** %q, <{i8, i16}>* %r)",
         "define ptr @f(ptr %fn, ptr %q, ptr %r)"},
	{"%p = getelementptr inbounds %S, %S addrspace(1)* %s, i32 0, i32 1",
         "%p = getelementptr inbounds %S, ptr addrspace(1) %s, i32 0, i32 1"},
	{"%q = addrspacecast i8 addrspace(4)* addrspace(3)* %p to i8 addrspace(4)**",
         "%q = addrspacecast ptr addrspace(3) %p to ptr"},
	{"%r = call i32 (i8*, ...) @printf(i8* %f)",
         "%r = call i32 (ptr, ...) @printf(ptr %f)"},
	{"!1 = !{void (i32*)* @k, !\"kernel\", i32 1}",
         "!1 = !{ptr @k, !\"kernel\", i32 1}"},
	/* attributes */
	{"declare void @f(%S* byval align 8, i32)",
         "declare void @f(ptr byval(%S) align 8, i32)"},
	{"declare void @f({i8*}* noalias sret)",
         "declare void @f(ptr noalias sret({ptr}))"},
	{"declare void @f(ptr byval(%S))", NULL},
	/* LLVM 3.4 */
	{"%x = load volatile i32* %p, align 4",
         "%x = load volatile i32, ptr %p, align 4"},
	{"%x = load i8** %p", "%x = load ptr, ptr %p"},
	{"%x = getelementptr i32 addrspace(1)* %p, i64 %i",
         "%x = getelementptr i32, ptr addrspace(1) %p, i64 %i"},
	{"store i8* getelementptr inbounds ([3 x i8]* @s, i32 0, i32 0), i8** %p",
         "store ptr getelementptr inbounds ([3 x i8], ptr @s, i32 0, i32 0), ptr %p"},
	{"%r = call i32 (i8*, ...)* @printf(i8* %f)",
         "%r = call i32 (ptr, ...) @printf(ptr %f)"},
	{"!1 = metadata !{void (i32*)* @k, metadata !\"kernel\", i32 1}",
         "!1 =  !{ptr @k,  !\"kernel\", i32 1}"},
	{"%o = cmpxchg i32* %p, i32 %c, i32 %n seq_cst\nret i32 %o",
         "%\"o.pair\" = cmpxchg ptr %p, i32 %c, i32 %n seq_cst seq_cst\n"
         "  %o = extractvalue {i32, i1} %\"o.pair\", 0\nret i32 %o"},
	{"%o = cmpxchg i32* %p, i32 %c, i32 %n seq_cst monotonic",
         "%o = cmpxchg ptr %p, i32 %c, i32 %n seq_cst monotonic"},
	/* what is no type */
	{"*", NULL},
	{"** ) * }*", NULL},
	{"@x* !y* 3", NULL},
	{"addrspace(3)*", NULL},
	{"\"open i32*", NULL},
};

static int compare(struct arena *a) {
	int bad = 0;
	for (u32 i = 0; i < countof(row); i++) {
		const char *want = row[i].now ? row[i].now : row[i].old;
		struct ir_text t = ir_upgrade(a, row[i].old, strlen(row[i].old));
		if (strcmp(t.text, want) != 0) {
			printf("%s\n  became   %s\n  and not  %s\n", row[i].old, t.text,
			       want);
			bad = 1;
		}
	}
	return bad;
}

static int places(struct arena *a) {
	static const char text[] =
		"%x = load i32, i32 addrspace(1)* %p\n%y = bad i8** %q";
	struct ir_text t = ir_upgrade(a, text, strlen(text));
	const char *word[] = {"%x", "load", "%p", "%y", "bad", "%q"};
	for (u32 i = 0; i < countof(word); i++) {
		size_t out = (size_t)(strstr(t.text, word[i]) - t.text);
		size_t in = (size_t)(strstr(text, word[i]) - text);
		if (ir_old_place(&t, out) != in) {
			printf("%s is at %zu, not at %zu\n", word[i], in,
			       ir_old_place(&t, out));
			return 1;
		}
	}
	return 0;
}

/* Pieces of all rows in any order, and bytes changed: nothing is read outside, nothing
 * hangs. */
static void mutate(struct arena *a) {
	srand(1);
	for (u32 round = 0; round < 20000; round++) {
		char text[1024];
		size_t n = 0;
		for (u32 k = 0; k < 6; k++) {
			const char *from = row[rand() % (int)countof(row)].old;
			size_t len = strlen(from), at = (size_t)rand() % len;
			size_t take = (size_t)rand() % (len - at + 1);
			if (n + take > sizeof text)
				break;
			memcpy(text + n, from + at, take);
			n += take;
		}
		for (u32 k = 0; k < 4 && n; k++)
			text[(size_t)rand() % n] = "(){}[]<>*,%@!\"; \n=x\0"[rand() % 20];
		char *copy = arena_copy(a, text, n + 1, 1);
		struct ir_text t = ir_upgrade(a, copy, n);
		for (size_t i = 0; i <= t.len; i++)
			if (ir_old_place(&t, i) > n)
				abort();
		arena_reset(a);
	}
}

/* Deep nests take time in proportion to their size. */
static void nest(struct arena *a) {
	enum { DEPTH = 200000 };
	char *text = arena_alloc(a, 3 * DEPTH, 1);
	memset(text, '{', DEPTH);
	for (u32 i = 0; i < DEPTH; i++)
		memcpy(text + DEPTH + 2 * i, "}*", 2);
	ir_upgrade(a, text, 3 * DEPTH);
}

int main(void) {
	struct arena a = ARENA_INIT;
	int bad = compare(&a) | places(&a);
	mutate(&a);
	nest(&a);
	arena_drop(&a);
	return bad;
}
