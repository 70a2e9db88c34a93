/* cluster_hash.c - the state of a cluster as one number: the debugger compares it when it
 * has gone back, checked mode when nothing seems to change.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/cluster_hash.h"

/* Frames of lanes that live, each once for each group in it. */
static u64 add_group(u64 v, const struct group *g) {
	v = hash_number(v, g->mask);
	v = hash_number(v, (u64)g->state << 32 | g->wait);
	v = hash_number(v, (u64)(g->pc - g->frame->func->code));
	for (const struct frame *f = g->frame; f; f = f->parent) {
		v = hash_number(v, (u64)f->func->index << 32 | f->depth);
		v = hash_number(v, (u64)f->local_base << 32 | f->local_top);
		v = hash_number(v,
		                f->parent ? (u64)(f->ret_pc - f->parent->func->code) : 0);
		v = hash_bytes(v, f->regs, f->func->frame_bytes);
	}
	return v;
}

static u64 add_warp(u64 v, const struct warp *w) {
	v = hash_number(v, (u64)w->live << 32 | w->cc);
	for (u32 k = 0; w->live && k < w->ngroup; k++)
		if (w->group[k].mask)
			v = add_group(v, &w->group[k]);
	for (u32 l = 0; w->local && l < WARP_LANES; l++)
		if (w->live >> l & 1)
			v = hash_bytes(v, w->local + l * w->local_stride, w->local_limit);
	return v;
}

static u64 add_cta(u64 v, const struct cta *cta) {
	v = hash_number(v, cta->linear);
	v = hash_bytes(v, cta->shared, cta->launch->shared_total);
	for (u32 i = 0; i < CTA_BARRIERS; i++) {
		const struct barrier *b = &cta->barrier[i];
		v = hash_number(v, (u64)b->arrived << 32 | b->expected);
		v = hash_number(v,
		                (u64)b->in_use << 48 | (u64)b->ntrue << 16 | b->nlanes);
	}
	for (u32 i = 0; i < cta->nwarp; i++)
		v = add_warp(v, &cta->warp[i]);
	return v;
}

u64 cluster_hash(u64 v, const struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++)
		if (cl->cta[i].nlive)
			v = add_cta(v, &cl->cta[i]);
	return v;
}
