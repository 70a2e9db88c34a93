/* ncu_metric.c - metrics and sections of ncu; see ncu.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "tools/profilers/ncu.h"

/* ---- values ---- */

static double product(const u32 v[3]) {
	return (double)v[0] * v[1] * v[2];
}

static double block_size(const struct ncu_launch *l) {
	return product(l->block);
}

static double grid_size(const struct ncu_launch *l) {
	return product(l->grid);
}

static double cluster_size(const struct ncu_launch *l) {
	return product(l->cluster);
}

static double thread_count(const struct ncu_launch *l) {
	return product(l->grid) * product(l->block);
}

static double shared_static(const struct ncu_launch *l) {
	return l->shared_static;
}

static double shared_dynamic(const struct ncu_launch *l) {
	return l->shared_dynamic;
}

static double shared_all(const struct ncu_launch *l) {
	return (double)l->shared_static + l->shared_dynamic;
}

/* 64 warps are resident on a multiprocessor at most. */
static double active_warps(const struct ncu_launch *l) {
	static const char name[] = "sm__maximum_warps_per_active_cycle_pct";
	return json_number_value(json_object_get(l->metrics, name)) * 64 / 100;
}

static const struct {
	const char *name, *unit;
	double (*value)(const struct ncu_launch *); /* NULL: the profile has it */
} metrics[] = {
	{"launch__block_size", "", block_size},
	{"launch__grid_size", "", grid_size},
	{"launch__cluster_size", "", cluster_size},
	{"launch__thread_count", "thread", thread_count},
	{"launch__shared_mem_per_block_static", "byte/block", shared_static},
	{"launch__shared_mem_per_block_dynamic", "byte/block", shared_dynamic},
	{"launch__shared_mem_per_block", "byte/block", shared_all},
	{"launch__occupancy_limit_blocks", "block", NULL},
	{"launch__occupancy_limit_warps", "block", NULL},
	{"launch__occupancy_limit_shared_mem", "block", NULL},
	{"sm__maximum_warps_avg_per_active_cycle", "warp", active_warps},
	{"sm__maximum_warps_per_active_cycle_pct", "%", NULL},
#define METRIC(name, unit, value) {name, unit, NULL},
#include "runtime/watch/metric.def"
#undef METRIC
};

const char *ncu_metric_name(u32 i) {
	return i < countof(metrics) ? metrics[i].name : NULL;
}

struct ncu_value ncu_value(const struct ncu_launch *l, const char *metric) {
	for (u32 i = 0; i < countof(metrics); i++) {
		if (strcmp(metrics[i].name, metric) != 0)
			continue;
		const json_t *v = json_object_get(l->metrics, metric);
		return metrics[i].value
		               ? (struct ncu_value){metrics[i].unit, metrics[i].value(l),
		                                    true}
		               : (struct ncu_value){metrics[i].unit, json_number_value(v),
		                                    json_is_number(v)};
	}
	return (struct ncu_value){"", 0, false};
}

void ncu_number(char to[64], double v, bool grouped) {
	char s[48];
	snprintf(s, sizeof s, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.2f", v);
	size_t whole = strspn(s, "0123456789"), n = 0;
	for (size_t i = 0; s[i]; i++) {
		to[n++] = s[i];
		if (grouped && i + 1 < whole && (whole - i - 1) % 3 == 0)
			to[n++] = ',';
	}
	to[n] = 0;
}

/* ---- sections ---- */

#define LAUNCH "LaunchStats", "Launch Statistics"
#define OCCUPANCY "Occupancy", "Occupancy"
#define INSTRUCTIONS "InstructionStats", "Instruction Statistics"
#define WARPS "WarpStateStats", "Warp State Statistics"
#define MEMORY "MemoryWorkloadAnalysis_Tables", "Memory Workload Analysis Tables"
#define SOURCE "SourceCounters", "Source Counters"

const struct ncu_row ncu_rows[] = {
	{LAUNCH, "Block Size", "launch__block_size", SET_BASIC},
	{LAUNCH, "Cluster Size", "launch__cluster_size", SET_BASIC},
	{LAUNCH, "Grid Size", "launch__grid_size", SET_BASIC},
	{LAUNCH, "Dynamic Shared Memory Per Block",
         "launch__shared_mem_per_block_dynamic", SET_BASIC},
	{LAUNCH, "Static Shared Memory Per Block", "launch__shared_mem_per_block_static",
         SET_BASIC},
	{LAUNCH, "Threads", "launch__thread_count", SET_BASIC},
	{OCCUPANCY, "Block Limit SM", "launch__occupancy_limit_blocks", SET_BASIC},
	{OCCUPANCY, "Block Limit Shared Mem", "launch__occupancy_limit_shared_mem",
         SET_BASIC},
	{OCCUPANCY, "Block Limit Warps", "launch__occupancy_limit_warps", SET_BASIC},
	{OCCUPANCY, "Theoretical Active Warps per SM",
         "sm__maximum_warps_avg_per_active_cycle", SET_BASIC},
	{OCCUPANCY, "Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct",
         SET_BASIC},
	{INSTRUCTIONS, "Executed Instructions", "smsp__inst_executed.sum", SET_DETAILED},
	{WARPS, "Avg. Active Threads Per Warp",
         "smsp__thread_inst_executed_per_inst_executed.ratio", SET_DETAILED},
	{WARPS, "Avg. Not Predicated Off Threads Per Warp",
         "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", SET_DETAILED},
	{MEMORY, "Global Load Requests",
         "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", SET_DETAILED},
	{MEMORY, "Global Load Sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
         SET_DETAILED},
	{MEMORY, "Global Store Requests",
         "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", SET_DETAILED},
	{MEMORY, "Global Store Sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
         SET_DETAILED},
	{MEMORY, "Shared Load Bank Conflicts",
         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", SET_DETAILED},
	{MEMORY, "Shared Store Bank Conflicts",
         "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", SET_DETAILED},
	{SOURCE, "Branch Instructions", "smsp__sass_inst_executed_op_branch.sum",
         SET_FULL},
	{SOURCE, "Branch Efficiency",
         "smsp__sass_average_branch_targets_threads_uniform.pct", SET_FULL},
};
const u32 ncu_nrow = countof(ncu_rows);
