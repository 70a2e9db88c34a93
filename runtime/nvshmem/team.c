/* team.c - teams. The members of a new one agree on a number that is free at all of them;
 * a counter in the heap of its first PE counts who comes to a synchronization, from host
 * code and kernels alike.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <string.h>

enum { FIRST_FREE = 5, COUNTERS = 48 << 10 }; /* symmetric.c */

struct __nvshmem_team *team_find(nvshmem_team_t team) {
	bool is_there = team >= 0 && team < MAX_TEAMS && job.is_ready &&
	                job.state->__team[team].__size > 0;
	return is_there ? &job.state->__team[team] : NULL;
}

struct __nvshmem_team *team_check(const char *function, nvshmem_team_t team) {
	job_check(function);
	struct __nvshmem_team *t = team_find(team);
	if (!t)
		job_fatal(function, "%d is no team of this PE", team);
	return t;
}

/* ---- synchronization ------------------------------------------------------------------------- */

static u64 count(const struct __nvshmem_team *t, enum far_op op, u64 value) {
	const char *own = job.state->__heap +
	                  ((char *)t->__arrived -
	                   (char *)job_at(job.state->__heap, t->__pe[0]));
	u64 old = 0;
	/* A PE that has ended has none; the watcher says so. */
	return pe_atomic(t->__pe[0], own, 8, op, value, 0, &old) ? old : 0;
}

u64 team_arrive(const struct __nvshmem_team *t) {
	u64 n = (u64)t->__size;
	return (count(t, FAR_ADD, 1) / n + 1) * n;
}

bool team_has_come(const struct __nvshmem_team *t, u64 all) {
	return count(t, FAR_FETCH, 0) >= all;
}

bool team_sync_try(const struct __nvshmem_team *t) {
	struct patience p = {0};
	for (u64 all = team_arrive(t); !team_has_come(t, all); watch_rest(&p)) {
		bool ended = watch_ended() >= 0;
		if (ended && !team_has_come(t, all))
			return false;
	}
	return true;
}

void team_sync_wait(const char *function, const struct __nvshmem_team *t) {
	if (!team_sync_try(t))
		watch_give_up(function);
}

/* ---- new teams --------------------------------------------------------------------------------- */

static void set_team(struct __nvshmem_team *t, u32 index, const u16 *pe, int n) {
	t->__me = -1;
	t->__is_far = 0;
	for (int i = 0; i < n; i++) {
		t->__is_far |= job.control->pe[pe[i]].host != job.control->pe[pe[0]].host;
		t->__pe[i] = pe[i];
		if (pe[i] == job.me)
			t->__me = i;
	}
	t->__size = n;
	if (!job.has_heap)
		return;
	u64 at = COUNTERS + index * __NVSHMEM_LINE;
	t->__arrived = job_at(job.state->__heap + at, pe[0]);
	if (t->__me == 0)
		count(t, FAR_SWAP, 0);
}

/* SHARED and NODE are the PEs of this host, SAME_MYPE_NODE those that are on their hosts
 * what this one is on its own. */
void team_start(void) {
	u16 all[MAX_PES], node[MAX_PES], same[MAX_PES];
	const struct pe *pe = job.control->pe;
	int nnode = 0, nsame = 0, mine = 0;
	for (int i = 0; i < job.n; i++) {
		all[i] = (u16)i;
		if (job_is_far(i))
			continue;
		mine = i == job.me ? nnode : mine;
		node[nnode++] = (u16)i;
	}
	for (int i = 0; i < job.n; i++) {
		int before = 0;
		for (int k = 0; k < i; k++)
			before += pe[k].host == pe[i].host;
		if (before == mine)
			same[nsame++] = (u16)i;
	}
	struct __nvshmem_team *t = job.state->__team;
	set_team(&t[NVSHMEM_TEAM_WORLD], NVSHMEM_TEAM_WORLD, all, job.n);
	set_team(&t[NVSHMEM_TEAM_SHARED], NVSHMEM_TEAM_SHARED, node, nnode);
	set_team(&t[NVSHMEMX_TEAM_NODE], NVSHMEMX_TEAM_NODE, node, nnode);
	set_team(&t[NVSHMEMX_TEAM_SAME_MYPE_NODE], NVSHMEMX_TEAM_SAME_MYPE_NODE, same,
	         nsame);
}

static u64 used_numbers(void) {
	u64 used = (1 << FIRST_FREE) - 1;
	for (u32 i = FIRST_FREE; i < MAX_TEAMS; i++)
		used |= (u64)(job.state->__team[i].__size != 0) << i;
	return used;
}

/* Members of the parent call together; those that are not among pe get no team. Each
 * tells the others which numbers it uses. */
static int split(const char *function, const struct __nvshmem_team *parent, const u16 *pe,
                 int n, bool is_member, nvshmem_team_t *out) {
	*out = NVSHMEM_TEAM_INVALID;
	meet_tell(used_numbers(), 0);
	team_sync_wait(function, parent);
	u64 used = 0;
	for (int i = 0; i < parent->__size; i++)
		used |= job.control->pe[parent->__pe[i]].word[0];
	u32 index = used + 1 ? (u32)__builtin_ctzll(~used) : MAX_TEAMS;
	team_sync_wait(function, parent);
	if (index < MAX_TEAMS && is_member) {
		set_team(&job.state->__team[index], index, pe, n);
		*out = (nvshmem_team_t)index;
	}
	team_sync_wait(function, parent); /* the counter is 0 before anyone comes */
	if (index < MAX_TEAMS)
		return 0;
	job_say(function, "there are %d teams already", MAX_TEAMS);
	return -1;
}

int nvshmem_team_split_strided(nvshmem_team_t parent, int start, int stride, int size,
                               const nvshmem_team_config_t *config, long mask,
                               nvshmem_team_t *out) {
	const char *function = "nvshmem_team_split_strided";
	u16 pe[MAX_PES];
	(void)config;
	(void)mask;
	job_check(function);
	if (!out)
		return -1;
	*out = NVSHMEM_TEAM_INVALID;
	if (parent == NVSHMEM_TEAM_INVALID)
		return -1;
	const struct __nvshmem_team *p = team_check(function, parent);
	s64 last = (s64)start + (s64)stride * ((s64)size - 1);
	if (size < 1 || size > p->__size || start < 0 || start >= p->__size || last < 0 ||
	    last >= p->__size || (stride == 0 && size > 1)) {
		job_say(function,
		        "PEs %d, %d more each time, %d of them: the team has %d", start,
		        stride, size, p->__size);
		return -1;
	}
	bool is_member = false;
	for (int i = 0; i < size; i++) {
		pe[i] = p->__pe[start + i * stride];
		is_member |= pe[i] == job.me;
	}
	return split(function, p, pe, size, is_member, out);
}

int nvshmem_team_split_2d(nvshmem_team_t parent, int xrange,
                          const nvshmem_team_config_t *xconfig, long xmask,
                          nvshmem_team_t *xteam, const nvshmem_team_config_t *yconfig,
                          long ymask, nvshmem_team_t *yteam) {
	const char *function = "nvshmem_team_split_2d";
	u16 pe[MAX_PES];
	(void)xconfig;
	(void)xmask;
	(void)yconfig;
	(void)ymask;
	job_check(function);
	if (!xteam || !yteam)
		return -1;
	*xteam = *yteam = NVSHMEM_TEAM_INVALID;
	if (parent == NVSHMEM_TEAM_INVALID)
		return -1;
	const struct __nvshmem_team *p = team_check(function, parent);
	if (xrange < 1) {
		job_say(function, "rows of %d PEs", xrange);
		return -1;
	}
	int x = MIN(xrange, p->__size), row = p->__me / x, column = p->__me % x, n = 0;
	for (int i = row * x; i < MIN((row + 1) * x, p->__size); i++)
		pe[n++] = p->__pe[i];
	int r = split(function, p, pe, n, true, xteam);
	n = 0;
	for (int i = column; i < p->__size; i += x)
		pe[n++] = p->__pe[i];
	return split(function, p, pe, n, true, yteam) || r ? -1 : 0;
}

/* ---- teams of PEs that have got an id -------------------------------------------------------- */

int nvshmemx_team_get_uniqueid(nvshmemx_team_uniqueid_t *id) {
	static _Atomic u32 times;
	job_check_met("nvshmemx_team_get_uniqueid");
	if (!id)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	u32 number = atomic_fetch_add(&times, 1);
	struct forming *f = &job.control->forming[job.me][number % FORMING];
	*id = ((u64)job.me << 32 | number) + 1;
	memset(f->pe, 0, sizeof f->pe);
	atomic_store(&f->arrived, 0);
	atomic_store(&f->used, 0);
	atomic_store(&f->id, *id);
	return NVSHMEMX_SUCCESS;
}

struct form {
	int owner;         /* the PE that made the id */
	struct forming *f; /* in the block of its host */
};

static u64 place_of(const void *p) {
	return (u64)((const char *)p - (const char *)job.control);
}

static bool form_word(const struct form *m, _Atomic u64 *at, enum far_op op, u64 value,
                      u64 *old) {
	struct far_word w = {.space = FAR_CONTROL,
	                     .at = place_of(at),
	                     .bytes = 8,
	                     .op = op,
	                     .value = value};
	if (job_is_far(m->owner))
		return far_atomic(m->owner, &w, old);
	*old = op == FAR_ADD  ? atomic_fetch_add(at, value)
	       : op == FAR_OR ? atomic_fetch_or(at, value)
	                      : atomic_load(at);
	return true;
}

static bool form_put(const struct form *m, u16 *at, u16 value) {
	if (job_is_far(m->owner))
		return far_put(m->owner, FAR_CONTROL, place_of(at), &value, sizeof value);
	__atomic_store_n(at, value, __ATOMIC_RELEASE);
	return true;
}

static bool form_get(const struct form *m, u16 pe[MAX_PES]) {
	if (job_is_far(m->owner))
		return far_get(m->owner, FAR_CONTROL, place_of(m->f->pe), pe,
		               sizeof m->f->pe);
	memcpy(pe, m->f->pe, sizeof m->f->pe);
	return true;
}

/* Comes, and waits for `all` arrivals. */
static void form_sync(const char *function, const struct form *m, u64 all) {
	struct patience p = {0};
	u64 now = 0;
	bool ok = form_word(m, &m->f->arrived, FAR_ADD, 1, &now);
	for (now++; !ok || now < all; watch_rest(&p)) {
		bool ended = watch_ended() >= 0;
		ok = ok && form_word(m, &m->f->arrived, FAR_FETCH, 0, &now);
		if (ended && (!ok || now < all))
			watch_give_up(function);
	}
}

/* False: two PEs say that they are the same one. */
static bool form_members(const struct form *m, int me, int n, u16 pe[MAX_PES]) {
	bool ok = form_get(m, pe) && pe[me] == job.me + 1;
	for (int i = 0; i < n && ok; i++)
		ok = pe[i]-- != 0;
	return ok;
}

static int form(const char *function, const struct form *m, int n, int me,
                nvshmem_team_t *out) {
	u16 pe[MAX_PES];
	u64 used = 0;
	form_put(m, &m->f->pe[me], (u16)(job.me + 1));
	form_word(m, &m->f->used, FAR_OR, used_numbers(), &used);
	form_sync(function, m, (u64)n);
	bool ok = form_members(m, me, n, pe) &&
	          form_word(m, &m->f->used, FAR_FETCH, 0, &used);
	u32 index = used + 1 ? (u32)__builtin_ctzll(~used) : MAX_TEAMS;
	if (ok && index < MAX_TEAMS)
		set_team(&job.state->__team[index], index, pe, n);
	form_sync(function, m, 2 * (u64)n); /* its counter is 0 before anyone comes */
	if (!ok || index == MAX_TEAMS) {
		job_say(function, ok ? "a PE has as many teams as it may"
		                     : "two PEs have the same number in the team");
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	*out = (nvshmem_team_t)index;
	return NVSHMEMX_SUCCESS;
}

int nvshmemx_team_init(nvshmem_team_t *team, nvshmem_team_config_t *config, long mask,
                       int npes, int me) {
	const char *function = "nvshmemx_team_init";
	job_check(function);
	if (!team)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	*team = NVSHMEM_TEAM_INVALID;
	u64 id = config && mask & NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID ? config->uniqueid
	                                                            : 0;
	u64 owner = (id - 1) >> 32;
	if (!id || owner >= (u64)job.n || npes < 1 || npes > job.n || me < 0 ||
	    me >= npes) {
		job_say(function,
		        "PE %d of %d with id %llx: the id is that of "
		        "nvshmemx_team_get_uniqueid, in the configuration and named "
		        "by the mask",
		        me, npes, (unsigned long long)id);
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	struct form m = {(int)owner,
	                 &job.control->forming[owner][(u32)(id - 1) % FORMING]};
	u64 now = 0;
	if (!form_word(&m, &m.f->id, FAR_FETCH, 0, &now) || now != id) {
		job_say(function, "the id is too old: PE %d has made %d since", m.owner,
		        FORMING);
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	return form(function, &m, npes, me, team);
}

void nvshmem_team_destroy(nvshmem_team_t team) {
	job_check("nvshmem_team_destroy");
	if (team == NVSHMEM_TEAM_INVALID)
		return;
	struct __nvshmem_team *t = team_check("nvshmem_team_destroy", team);
	if (team < FIRST_FREE)
		job_fatal("nvshmem_team_destroy", "team %d was there at the beginning",
		          team);
	t->__size = 0;
}

/* ---- about them ----------------------------------------------------------------------------------- */

int nvshmem_team_my_pe(nvshmem_team_t team) {
	job_check_met("nvshmem_team_my_pe");
	const struct __nvshmem_team *t = team_find(team);
	return t ? t->__me : -1;
}

int nvshmem_team_n_pes(nvshmem_team_t team) {
	job_check_met("nvshmem_team_n_pes");
	const struct __nvshmem_team *t = team_find(team);
	return t ? t->__size : -1;
}

int nvshmem_team_translate_pe(nvshmem_team_t from, int pe, nvshmem_team_t to) {
	job_check_met("nvshmem_team_translate_pe");
	const struct __nvshmem_team *a = team_find(from), *b = team_find(to);
	if (!a || !b || pe < 0 || pe >= a->__size)
		return -1;
	for (int i = 0; i < b->__size; i++)
		if (b->__pe[i] == a->__pe[pe])
			return i;
	return -1;
}

int nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t *config) {
	job_check_met("nvshmem_team_get_config");
	if (!team_find(team) || !config)
		return -1;
	*config = (nvshmem_team_config_t)NVSHMEM_TEAM_CONFIG_INITIALIZER;
	config->num_contexts = 0;
	return 0;
}

int nvshmemx_qp_create(int n, nvshmemx_qp_handle_t **out) {
	static nvshmemx_qp_handle_t handles[64];
	job_check_met("nvshmemx_qp_create");
	if (n < 1 || n > (int)countof(handles) || !out)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	for (int i = 0; i < n; i++)
		handles[i] = NVSHMEMX_QP_DEFAULT + 1 + i;
	*out = handles;
	return NVSHMEMX_SUCCESS;
}
