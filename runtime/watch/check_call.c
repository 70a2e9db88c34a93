/* check_call.c - checked mode: accesses of libraries' calls to device memory. They are
 * named by function and argument, since there is no instruction that made them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/check_report.h"

#define LL(x) ((unsigned long long)(x))

/* Begins a record about `size` bytes at addr, of those that are accessed. */
static struct arena *begin(struct record *r, const struct call_access *a, u64 addr,
                           u64 size) {
	*r = (struct record){.level = "Error",
	                     .space = "__global__",
	                     .direction = a->reads ? "read" : "write",
	                     .size = (u32)MIN(size, UINT32_MAX),
	                     .address = addr};
	return check_record_begin();
}

static void say_call(struct arena *mem, struct record *r, const struct call_access *a) {
	record_say(mem, r, false, "by %s, argument %s: %llu bytes at 0x%llx", a->function,
	           a->argument, LL(a->size), LL(a->addr));
}

static void report_invalid(struct simt_device *dev, const struct call_access *a,
                           u64 bad) {
	struct record r;
	u64 base, size;
	u64 bytes = a->addr + a->size - bad;
	struct arena *mem = begin(&r, a, bad, bytes);
	r.kind = "Precise";
	r.error = "out of bounds";
	r.what = arena_printf(mem, "Invalid %s %s of size %llu bytes", r.space,
	                      r.direction, LL(bytes));
	say_call(mem, &r, a);
	record_say(mem, &r, false, "Access to 0x%llx is out of bounds", LL(bad));
	if (memory_was_freed(&dev->memory, bad, &base, &size))
		record_freed(mem, &r, dev, bad);
	else
		record_near(mem, &r, dev, bad);
	record_stack(mem, &r, "the time of the call", check_stack_of_launch(), false);
	record_put(&r);
}

static void report_unwritten(struct simt_device *dev, const struct call_access *a,
                             u64 at) {
	struct record r;
	struct arena *mem = begin(&r, a, at, a->addr + a->size - at);
	r.kind = "Initcheck";
	r.what = arena_printf(mem, "Uninitialized %s memory read of size %u bytes",
	                      r.space, r.size);
	say_call(mem, &r, a);
	record_say(mem, &r, false, "Address 0x%llx", LL(at));
	record_near(mem, &r, dev, at);
	record_stack(mem, &r, "the time of the call", check_stack_of_launch(), false);
	record_put(&r);
}

/* Addresses of registered host memory have no states: owner is NULL. */
bool check_call_access(struct simt_device *dev, const struct call_access *a, u64 bad) {
	if (!check_settings(NULL))
		return true;
	struct simt_device *owner = check_owner(a->addr);
	struct checker *c = (owner ? owner : dev)->machine.check;
	u64 wrong = bad;
	if (!wrong && owner)
		wrong = shadow_invalid(c, a->addr, a->size);
	if (wrong && c->tools & CHECK_MEM) {
		report_invalid(owner ? owner : dev, a, wrong);
		return false;
	}
	if (bad || !owner)
		return true;
	u64 fresh = a->reads && c->tools & CHECK_INIT
	                    ? shadow_unwritten(c, a->addr, a->size)
	                    : 0;
	if (fresh)
		report_unwritten(owner, a, fresh);
	if (a->reads)
		check_order_access(owner, a->addr, a->size, false, a->function);
	if (a->writes) {
		shadow_written(c, a->addr, a->size);
		check_order_access(owner, a->addr, a->size, true, a->function);
	}
	return true;
}
