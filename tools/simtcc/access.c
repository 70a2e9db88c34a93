/* access.c - warns of host code that reads or writes a device variable, which for the
 * host is only its shadow. As call.c does, it goes by names: a name is judged only where
 * all that has it in the text is the variable, and only in uses that are plain: operands
 * of operators, assignments, values of variables and of return, arguments of printf.
 * Addresses, references, arrays that decay, and arguments of other functions
 * (cudaMemcpyToSymbol) and of templates are no accesses, as in nvcc.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

/* Bits of the interned name's tag, beside those of call.c. */
enum {
	VAR_DEVICE = 1 << 8,
	VAR_ARRAY = 1 << 9,
	VAR_CONSTANT = 1 << 10,
	VAR_OTHER = 1 << 11, /* something else has the name, too */
	VAR_SHARED = 1 << 12,
};

void note_device_variable(struct rewrite *rw, const struct decl *d, u32 name) {
	if (name == NONE || rw->t[name].kind != CU_IDENT || d->in_class || d->is_const ||
	    d->is_constexpr || d->is_template || d->is_auto ||
	    (rw->t[name].flags & CU_TF_SYSTEM))
		return;
	struct str *s = rw->t[name].name;
	u32 tag = VAR_DEVICE;
	if (token_kind(rw, name + 1) == '[')
		tag |= VAR_ARRAY;
	if (d->quals & QUAL_CONSTANT)
		tag |= VAR_CONSTANT;
	if (d->quals & QUAL_SHARED)
		tag |= VAR_SHARED;
	s->tag |= tag;
	rw->has_variables = true;
	vec_push(rw->arena, &rw->variable, name);
}

static bool is_variable(const struct rewrite *rw, u32 i) {
	const struct str *name = rw->t[i].name;
	return rw->t[i].kind == CU_IDENT && name && (name->tag & VAR_DEVICE) &&
	       !(name->tag & VAR_OTHER) && !(rw->t[i].flags & CU_TF_SYSTEM);
}

static bool is_type_word(u32 kind) {
	return (kind >= CU_KW_VOID && kind <= CU_AUTO) || kind == CU_IDENT ||
	       kind == CU_STRUCT || kind == CU_CLASS || kind == CU_ENUM ||
	       kind == CU_UNION || kind == CU_CONST;
}

/* Marks names that something else has, too. */
static void note_others(struct rewrite *rw) {
	u32 known = 0;
	vec_each (struct scope_range, f, &rw->range) {
		u32 close = f->params == NONE ? NONE : rw->t[f->params].match;
		for (u32 i = f->params;
		     close != NONE && close != CU_NO_MATCH && i < close; i++)
			if (is_variable(rw, i))
				rw->t[i].name->tag |= VAR_OTHER;
	}
	for (u32 i = 1; i < rw->n; i++) {
		if (known < rw->variable.n && rw->variable.at[known] == i) {
			known++;
			continue;
		}
		if (is_variable(rw, i) &&
		    (is_type_word(token_kind(rw, i - 1)) || token_declares(rw, i, NONE)))
			rw->t[i].name->tag |= VAR_OTHER;
	}
}

static bool is_assignment(u32 kind) {
	return kind == '=' || (kind >= CU_ADD_ASSIGN && kind <= CU_SHR_ASSIGN);
}

static bool ends_operand(u32 kind) {
	return kind == CU_IDENT || kind == ')' || kind == ']' || kind == CU_INT ||
	       kind == CU_FLOAT || kind == CU_THIS;
}

static bool is_binary(u32 kind) {
	switch (kind) {
	case '+':
	case '-':
	case '*':
	case '/':
	case '%':
	case '<':
	case '>':
	case '|':
	case '^':
	case '?':
	case CU_LE:
	case CU_GE:
	case CU_EQ:
	case CU_NE:
	case CU_ANDAND:
	case CU_OROR:
	case CU_SHL: return true;
	default: return false;
	}
}

/* Whether the parenthesis at `open` holds a condition or the arguments of printf. */
static bool takes_values(const struct rewrite *rw, u32 open) {
	static const char *const printing[] = {"printf", "fprintf", "sprintf",
	                                       "snprintf"};
	u32 before = open ? token_kind(rw, open - 1) : CU_END;
	for (u32 i = 0; i < countof(printing); i++)
		if (open && token_is(rw, open - 1, printing[i]))
			return true;
	return before == CU_IF || before == CU_WHILE || before == CU_SWITCH;
}

/* Returns the ( around token i, or NONE. */
static u32 open_before(const struct rewrite *rw, u32 i, u32 first) {
	while (i > first) {
		u32 kind = token_kind(rw, --i), match = rw->t[i].match;
		if (kind == '(')
			return i;
		if (kind == ';' || kind == '{')
			return NONE;
		if ((kind == ')' || kind == ']' || kind == '}') && match != CU_NO_MATCH &&
		    match < i)
			i = match;
	}
	return NONE;
}

/* Whether the = at token i initialises a reference. */
static bool binds(const struct rewrite *rw, u32 i) {
	return i >= 2 && token_kind(rw, i - 1) == CU_IDENT &&
	       (token_kind(rw, i - 2) == '&' || token_kind(rw, i - 2) == CU_ANDAND);
}

/* Whether a use between `before` and token `end` looks like an argument of a template,
 * f<variable>(): it is a reference or an address. */
static bool is_template_argument(const struct rewrite *rw, u32 before, u32 end) {
	u32 after = token_kind(rw, end);
	if (before == '<')
		return after == '>' || after == ',' || after == CU_SHR;
	return before == ',' && after == '>' && token_kind(rw, end + 1) == '(';
}

enum access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE };

/* Judges the use of tokens [start, end), an element or member of the variable, or all of
 * it, in a body that begins at `first`. */
static enum access access_of(const struct rewrite *rw, u32 first, u32 start, u32 end) {
	u32 before = token_kind(rw, start - 1), after = token_kind(rw, end);
	u32 further = token_kind(rw, start - 2);
	bool closes = after == ',' || after == ')';
	if (is_template_argument(rw, before, end))
		return ACCESS_NONE;
	if (is_assignment(after) || after == CU_INC || after == CU_DEC ||
	    before == CU_INC || before == CU_DEC)
		return ACCESS_WRITE;
	if (before == '&' && !ends_operand(further))
		return ACCESS_NONE;
	if (before == CU_SIZEOF || after == '(' || after == '[' || after == '.' ||
	    after == CU_ARROW)
		return ACCESS_NONE;
	if (before == CU_RETURN || before == '!' || before == '~' || is_binary(before) ||
	    (before == '&' && ends_operand(further)))
		return ACCESS_READ;
	if (is_binary(after) || (after == '&' && before != '('))
		return ACCESS_READ;
	if (is_assignment(before))
		return binds(rw, start - 1) ? ACCESS_NONE : ACCESS_READ;
	if (closes && (before == '(' || before == ',')) {
		u32 open = open_before(rw, start, first);
		return open != NONE && takes_values(rw, open) ? ACCESS_READ : ACCESS_NONE;
	}
	return ACCESS_NONE;
}

static void tell(struct rewrite *rw, u32 i, enum access access, bool is_part) {
	u32 tag = rw->t[i].name->tag;
	const char *name = rw->t[i].name->s;
	bool writes = access == ACCESS_WRITE;
	if (tag & VAR_SHARED) {
		const char *shared = writes ? "writes" : "reads";
		report_warning(rw, i, writes ? E0681 : E0680,
		               arena_printf(rw->arena,
		                            "host code %s the __shared__ variable '%s', "
		                            "which only a block has while it runs",
		                            shared, name),
		               NULL);
		return;
	}
	const char *kind = tag & VAR_CONSTANT ? "__constant__" : "__device__";
	const char *text = arena_printf(
		rw->arena,
		writes ? "host code writes the %s variable '%s': kernels do not see it"
		       : "host code reads the %s variable '%s': it gets the host's copy, "
			 "which no kernel changes",
		kind, name);
	const char *amp = tag & VAR_ARRAY ? "" : "&";
	const char *note = arena_printf(
		rw->arena,
		writes ? "cudaMemcpyToSymbol(%s, %svalue, sizeof %s) copies a value to it"
		       : "cudaMemcpyFromSymbol(%svalue, %s, sizeof %s) copies its value",
		writes ? name : amp, writes ? amp : name, name);
	/* as nvcc: a constant of the host's cannot be assigned to */
	if (writes && !is_part && tag & VAR_CONSTANT)
		report_error(rw, i, E0681, text, note);
	else
		report_warning(rw, i, writes ? E0681 : E0680, text, note);
}

/* Returns one past the elements and members that follow token i. */
static u32 postfix_end(const struct rewrite *rw, u32 i) {
	u32 end = i + 1;
	for (;;) {
		if (token_kind(rw, end) == '[' && skip_group(rw, end) > end)
			end = skip_group(rw, end);
		else if (token_kind(rw, end) == '.' &&
		         token_kind(rw, end + 1) == CU_IDENT)
			end += 2;
		else
			return end;
	}
}

static void check_range(struct rewrite *rw, const struct scope_range *f) {
	for (u32 i = f->body + 1; i < f->end; i++) {
		if (token_kind(rw, i) == CU_DEVICE) { /* a lambda for the device */
			while (i < f->end && token_kind(rw, i) != '{' &&
			       token_kind(rw, i) != ';')
				i = MAX(skip_group(rw, i), i + 1);
			if (token_kind(rw, i) == '{')
				i = MAX(skip_group(rw, i), i + 1) - 1;
			continue;
		}
		if (!is_variable(rw, i))
			continue;
		u32 start = i, end = postfix_end(rw, i), before = token_kind(rw, i - 1);
		if (before == '.' || before == CU_ARROW)
			continue;
		while (token_kind(rw, start - 1) == CU_SCOPE)
			start -= token_kind(rw, start - 2) == CU_IDENT ? 2 : 1;
		bool decays = rw->t[i].name->tag & VAR_ARRAY &&
		              token_kind(rw, i + 1) != '[';
		enum access access = decays || !is_evaluated(rw, f->body, i)
		                             ? ACCESS_NONE
		                             : access_of(rw, f->body, start, end);
		if (access != ACCESS_NONE)
			tell(rw, i, access, end > i + 1);
	}
}

void check_accesses(struct rewrite *rw) {
	if (!rw->has_variables)
		return;
	note_others(rw);
	vec_each (struct scope_range, f, &rw->range)
		if (f->body != NONE && f->params != NONE && !f->in_class &&
		    (!(f->quals & (QUAL_GLOBAL | QUAL_DEVICE)) || f->quals & QUAL_HOST) &&
		    !(rw->t[f->params].flags & CU_TF_SYSTEM))
			check_range(rw, f);
}
