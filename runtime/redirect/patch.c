/* patch.c - see patch.h. The jump leaves the slot's address in a register that a called
 * function may change and that carries no argument (r11, x16): patch_first_call() finds
 * it there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/redirect/patch.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
struct __attribute__((packed)) jump {
	u8 load[2]; /* movabs $slot, %r11 */
	u64 slot;
	u8 jump[3]; /* jmp *(%r11) */
};

static struct jump make_jump(void **slot) {
	return (struct jump){{0x49, 0xbb}, (u64)slot, {0x41, 0xff, 0x23}};
}

/* At a function's first instruction the stack is 8 bytes off a multiple of 16. */
__asm__(".text\n"
        ".hidden patch_first_call\n"
        ".globl patch_first_call\n"
        ".type patch_first_call, %function\n"
        "patch_first_call:\n"
        "push %rdi\n push %rsi\n push %rdx\n push %rcx\n"
        "push %r8\n push %r9\n push %rax\n push %r11\n"
        "sub $136, %rsp\n"
        "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n"
        "movups %xmm2, 32(%rsp)\n movups %xmm3, 48(%rsp)\n"
        "movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n"
        "movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n"
        "call patch_resolve\n"
        "movups (%rsp), %xmm0\n movups 16(%rsp), %xmm1\n"
        "movups 32(%rsp), %xmm2\n movups 48(%rsp), %xmm3\n"
        "movups 64(%rsp), %xmm4\n movups 80(%rsp), %xmm5\n"
        "movups 96(%rsp), %xmm6\n movups 112(%rsp), %xmm7\n"
        "add $136, %rsp\n"
        "pop %r11\n pop %rax\n pop %r9\n pop %r8\n"
        "pop %rcx\n pop %rdx\n pop %rsi\n pop %rdi\n"
        "jmp *(%r11)\n"
        ".size patch_first_call, .-patch_first_call\n");
#elif defined(__aarch64__)
struct __attribute__((packed)) jump {
	u32 load;  /* ldr x16, 16 bytes after this */
	u32 fetch; /* ldr x17, [x16] */
	u32 jump;  /* br x17 */
	u32 pad;
	u64 slot;
};

static struct jump make_jump(void **slot) {
	return (struct jump){0x58000090, 0xf9400211, 0xd61f0220, 0xd503201f, (u64)slot};
}

__asm__(".text\n"
        ".hidden patch_first_call\n"
        ".globl patch_first_call\n"
        ".type patch_first_call, %function\n"
        "patch_first_call:\n"
        "stp x29, x30, [sp, #-224]!\n"
        "mov x29, sp\n"
        "stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n"
        "stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"
        "stp x8, x16, [sp, #80]\n"
        "stp q0, q1, [sp, #96]\n stp q2, q3, [sp, #128]\n"
        "stp q4, q5, [sp, #160]\n stp q6, q7, [sp, #192]\n"
        "bl patch_resolve\n"
        "ldp q0, q1, [sp, #96]\n ldp q2, q3, [sp, #128]\n"
        "ldp q4, q5, [sp, #160]\n ldp q6, q7, [sp, #192]\n"
        "ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n"
        "ldp x4, x5, [sp, #48]\n ldp x6, x7, [sp, #64]\n"
        "ldp x8, x16, [sp, #80]\n"
        "ldp x29, x30, [sp], #224\n"
        "ldr x17, [x16]\n"
        "br x17\n"
        ".size patch_first_call, .-patch_first_call\n");
#else
#error "how this processor jumps to an address in memory"
#endif

u32 patch_size(void) {
	return sizeof(struct jump);
}

bool patch_function(void *function, void **slot) {
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)function;
	uintptr_t first = at & ~(page - 1),
		  end = (at + sizeof(struct jump) + page - 1) & ~(page - 1);
	struct jump j = make_jump(slot);
	if (mprotect((void *)first, end - first, PROT_READ | PROT_WRITE) != 0)
		return false;
	memcpy(function, &j, sizeof j);
	__builtin___clear_cache((char *)function, (char *)function + sizeof j);
	return mprotect((void *)first, end - first, PROT_READ | PROT_EXEC) == 0;
}
