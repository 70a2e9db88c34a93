// updates.cpp - which changes an update of a graph takes, and whom it blames for the others.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD ".visible .entry plain() { ret; }\n";

static void plain() { stub((const void *)plain); }

struct Kernel {
	cudaGraph_t graph;
	cudaGraphNode_t node;
	Kernel(int cooperative, int priority) {
		cudaKernelNodeParams p = {};
		cudaLaunchAttributeValue v = {};
		p.func = (void *)plain;
		p.gridDim = p.blockDim = dim3(1);
		CK(cudaGraphCreate(&graph, 0));
		CK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
		v.cooperative = cooperative;
		CK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &v));
		v = {};
		v.priority = priority;
		CK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &v));
	}
};

static void update(const char *what, const Kernel &from, const Kernel &to,
                   unsigned long long flags = 0) {
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	CK(cudaGraphInstantiate(&x, from.graph, flags));
	cudaError_t e = cudaGraphExecUpdate(x, to.graph, &info);
	printf("%s: %s, %d, %s\n", what, NAME(e), info.result,
	       info.errorNode == to.node ? "the new node" : "no node");
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)plain, "plain");
	program.end();
	update("cooperative", Kernel(1, 0), Kernel(1, 0));
	update("to cooperative", Kernel(0, 0), Kernel(1, 0));
	update("from cooperative", Kernel(1, 0), Kernel(0, 0));
	update("priority", Kernel(0, 0), Kernel(0, -1));
	update("own priority", Kernel(0, 0), Kernel(0, -1),
	       cudaGraphInstantiateFlagUseNodePriority);
	return 0;
}
