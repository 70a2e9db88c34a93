/* collective.c - the functions that programs call for collectives, sends and receives:
 * what they check, in the order of the real library.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/comm.h"

static const char *const names[] = {
	[FUNC_ALL_REDUCE] = "ncclAllReduce",
	[FUNC_REDUCE] = "ncclReduce",
	[FUNC_BROADCAST] = "ncclBroadcast",
	[FUNC_REDUCE_SCATTER] = "ncclReduceScatter",
	[FUNC_ALL_GATHER] = "ncclAllGather",
	[FUNC_ALL_TO_ALL] = "ncclAlltoAll",
	[FUNC_GATHER] = "ncclGather",
	[FUNC_SCATTER] = "ncclScatter",
	[FUNC_SEND] = "ncclSend",
	[FUNC_RECV] = "ncclRecv",
};

const char *func_name(enum func f) {
	return names[f];
}

/* ---- checks ------------------------------------------------------------------------ */

struct call {
	enum func func;
	const void *send;
	void *recv;
	size_t count;
	ncclDataType_t type;
	ncclRedOp_t op;
	int root;
	ncclComm_t comm;
	cudaStream_t stream;
	const void *pc;
};

/* The name without "nccl", as the real library's messages have it. */
static const char *short_name(const struct call *c) {
	return names[c->func] + 4;
}

static ncclResult_t check(const struct call *c) {
	ncclResult_t r = comm_ready(c->comm, short_name(c));
	if (r != ncclSuccess)
		return r;
	if (c->root < 0 || c->root >= c->comm->nranks) {
		WARN("%s : invalid root %d (root should be in the 0..%d range)",
		     short_name(c), c->root, c->comm->nranks);
		return ncclInvalidArgument;
	}
	if ((int)c->type < 0 || c->type >= ncclNumTypes) {
		WARN("%s : invalid type %d", short_name(c), (int)c->type);
		return ncclInvalidArgument;
	}
	if ((int)c->op < 0 || c->op > ncclMaxRedOp) {
		WARN("%s : invalid reduction operation %d", short_name(c), (int)c->op);
		return ncclInvalidArgument;
	}
	u32 own = (u32)c->op - ncclNumOps;
	if (c->op >= ncclNumOps &&
	    (own >= c->comm->ops.n || !c->comm->ops.at[own].used)) {
		WARN("%s : reduction operation %d unknown to this communicator",
		     short_name(c), (int)c->op);
		return ncclInvalidArgument;
	}
	return ncclSuccess;
}

/* ---- operations -------------------------------------------------------------------- */

static bool is_integer(ncclDataType_t t) {
	return t <= ncclUint64;
}

/* The average of fractions multiplies by 1/n first, as the real one does. */
static void set_average(struct coll_work *w, int nranks) {
	w->what.op = ncclSum;
	if (is_integer((ncclDataType_t)w->what.type)) {
		w->what.divisor = (u32)nranks;
		return;
	}
	double d = 1.0 / nranks;
	w->what.scales = true;
	if (w->what.type == ncclFloat64)
		memcpy(&w->what.scalar, &d, sizeof d);
	else
		element_of_float((ncclDataType_t)w->what.type, &w->what.scalar, (float)d);
}

static ncclResult_t set_operation(struct coll_work *w, const struct call *c) {
	if (c->op == ncclAvg) {
		set_average(w, c->comm->nranks);
	} else if (c->op >= ncclNumOps) {
		const struct red_op *own = &c->comm->ops.at[c->op - ncclNumOps];
		if (own->type != c->type) {
			WARN("Data type supplied to user-created ncclRedOp_t does not "
			     "match type given to reduction operation");
			return ncclInvalidArgument;
		}
		w->what.op = ncclSum;
		w->what.scales = true;
		w->what.scalar = own->scalar;
		w->scalar_at = own->at;
	} else {
		w->what.op = (u8)c->op;
	}
	return ncclSuccess;
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t type,
                                      ncclScalarResidence_t residence, ncclComm_t comm) {
	ncclResult_t r = comm_ready(comm, "ncclRedOpCreatePreMulSum");
	if (r != ncclSuccess)
		return r;
	if (!op || !scalar || (int)type < 0 || type >= ncclNumTypes) {
		WARN("ncclRedOpCreatePreMulSum : an argument is NULL, or type %d is "
		     "invalid",
		     (int)type);
		return ncclInvalidArgument;
	}
	struct red_op o = {.used = true, .type = type, .residence = residence};
	if (residence == ncclScalarHostImmediate)
		memcpy(&o.scalar, scalar, type_bytes(type));
	else
		o.at = scalar;
	u32 i = 0;
	while (i < comm->ops.n && comm->ops.at[i].used)
		i++;
	if (i == comm->ops.n)
		vec_push(&comm->arena, &comm->ops, o);
	comm->ops.at[i] = o;
	*op = (ncclRedOp_t)(ncclNumOps + i);
	return ncclSuccess;
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) {
	ncclResult_t r = comm_check(comm, "ncclRedOpDestroy");
	if (r != ncclSuccess)
		return r;
	if ((int)op >= 0 && op < ncclNumOps) {
		WARN("ncclRedOpDestroy : operator is a NCCL builtin.");
		return ncclInvalidArgument;
	}
	u32 i = (u32)op - ncclNumOps;
	if ((int)op < 0 || i >= comm->ops.n || !comm->ops.at[i].used) {
		WARN("ncclRedOpDestroy : operator unknown to this communicator");
		return ncclInvalidArgument;
	}
	comm->ops.at[i].used = false;
	return ncclSuccess;
}

/* ---- calls ------------------------------------------------------------------------- */

static void say(const struct call *c) {
	INFO("%s: opCount %llx sendbuff %p recvbuff %p count %zu datatype %d op %d root "
	     "%d "
	     "comm %p [nranks=%d] stream %p",
	     short_name(c), (unsigned long long)c->comm->ncoll, c->send, c->recv,
	     c->count, (int)c->type, (int)c->op, c->root, (void *)c->comm,
	     c->comm->nranks, (void *)c->stream);
}

static ncclResult_t queue_coll(const struct call *c) {
	struct coll_work w = {.comm = c->comm,
	                      .life = c->comm->life,
	                      .what = {.func = (u8)c->func,
	                               .type = (u8)c->type,
	                               .root = c->root,
	                               .count = c->count,
	                               .send = (uintptr_t)c->send,
	                               .recv = (uintptr_t)c->recv},
	                      .pc = c->pc};
	ncclResult_t r = set_operation(&w, c);
	return r == ncclSuccess ? group_coll(&w, c->stream) : group_error(r);
}

static ncclResult_t queue_point(const struct call *c) {
	struct point p = {.peer = c->root,
	                  .is_send = c->func == FUNC_SEND,
	                  .type = (u8)c->type,
	                  .count = c->count,
	                  .addr = (uintptr_t)(c->func == FUNC_SEND ? c->send : c->recv),
	                  .pc = c->pc};
	return group_point(c->comm, &p, c->stream);
}

static ncclResult_t call(const struct call *c) {
	ncclResult_t r = check(c);
	if (r != ncclSuccess)
		return group_error(r);
	say(c);
	return c->func == FUNC_SEND || c->func == FUNC_RECV ? queue_point(c)
	                                                    : queue_coll(c);
}

/* Where the program has called the function that this is used in. */
#define HERE __builtin_return_address(0)

ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count,
                           ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream) {
	return call(&(struct call){FUNC_ALL_REDUCE, send, recv, count, type, op, 0, comm,
	                           stream, HERE});
}

ncclResult_t ncclReduce(const void *send, void *recv, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_REDUCE, send, recv, count, type, op, root, comm,
	                           stream, HERE});
}

ncclResult_t ncclBroadcast(const void *send, void *recv, size_t count,
                           ncclDataType_t type, int root, ncclComm_t comm,
                           cudaStream_t stream) {
	return call(&(struct call){FUNC_BROADCAST, send, recv, count, type, ncclSum, root,
	                           comm, stream, HERE});
}

ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_BROADCAST, buff, buff, count, type, ncclSum, root,
	                           comm, stream, HERE});
}

ncclResult_t ncclReduceScatter(const void *send, void *recv, size_t count,
                               ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
	return call(&(struct call){FUNC_REDUCE_SCATTER, send, recv, count, type, op, 0,
	                           comm, stream, HERE});
}

ncclResult_t ncclAllGather(const void *send, void *recv, size_t count,
                           ncclDataType_t type, ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_ALL_GATHER, send, recv, count, type, ncclSum, 0,
	                           comm, stream, HERE});
}

ncclResult_t ncclAlltoAll(const void *send, void *recv, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_ALL_TO_ALL, send, recv, count, type, ncclSum, 0,
	                           comm, stream, HERE});
}

ncclResult_t ncclGather(const void *send, void *recv, size_t count, ncclDataType_t type,
                        int root, ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_GATHER, send, recv, count, type, ncclSum, root,
	                           comm, stream, HERE});
}

ncclResult_t ncclScatter(const void *send, void *recv, size_t count, ncclDataType_t type,
                         int root, ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_SCATTER, send, recv, count, type, ncclSum, root,
	                           comm, stream, HERE});
}

ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_SEND, send, NULL, count, type, ncclSum, peer,
	                           comm, stream, HERE});
}

ncclResult_t ncclRecv(void *recv, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
	return call(&(struct call){FUNC_RECV, NULL, recv, count, type, ncclSum, peer,
	                           comm, stream, HERE});
}

SECOND_NAME(ncclRedOpCreatePreMulSum);
SECOND_NAME(ncclRedOpDestroy);
SECOND_NAME(ncclAllReduce);
SECOND_NAME(ncclReduce);
SECOND_NAME(ncclBroadcast);
SECOND_NAME(ncclBcast);
SECOND_NAME(ncclReduceScatter);
SECOND_NAME(ncclAllGather);
SECOND_NAME(ncclAlltoAll);
SECOND_NAME(ncclGather);
SECOND_NAME(ncclScatter);
SECOND_NAME(ncclSend);
SECOND_NAME(ncclRecv);
