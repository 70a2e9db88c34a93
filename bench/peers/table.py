"""Turns the log of run.py into the table of kernels and peers, the targets and the reasons.

A time is the median over the rounds. A ratio pairs the two times of each round and is the median
over the rounds, so that a slow spell of the machine falls on both.
SPDX-License-Identifier: Apache-2.0
"""
import math
import statistics

C_PEERS = ["gcc", "gcc-fast", "clang", "clang-fast"]
MEMORY_BOUND = "triad saxpy reduce_smem reduce_shfl transpose stencil ddot".split()
NOT_A_KERNEL = "launch"  # the cost of starting; in no geometric mean

POCL_GEOMEAN, C_GEOMEAN, ISPC_GEOMEAN, ISPC_LEAST = 6.5, 1.2, 1.0, 0.7
ISPC_OVER_C = 1.25  # what stands for ISPC where it is not installed
SGEMM_PEAK, BANDWIDTH = 0.35, 0.90


class Times:
    """The times of all rounds, with what follows from them."""

    def __init__(self, log):
        self.log, self.rounds = log, log["rounds"]
        self.peers = log["peers"]
        self.kernels = list(dict.fromkeys(k for r in self.rounds for p in r.values() for k in p))

    def ok(self, peer, kernel):
        return peer in self.peers and all(r[peer].get(kernel, (0, 0, False))[2] for r in self.rounds)

    def seconds(self, peer, kernel):
        """None where the peer has not run it or got it wrong."""
        if not self.ok(peer, kernel):
            return None
        return statistics.median(r[peer][kernel][0] for r in self.rounds)

    def rate(self, peer, kernel):
        return statistics.median(r[peer][kernel][1] for r in self.rounds)

    def ratio(self, peer, kernel):
        """How many times as long as simt the peer takes; None if either is missing."""
        if not peer or not self.ok(peer, kernel) or not self.ok("simt", kernel):
            return None
        return statistics.median(r[peer][kernel][0] / r["simt"][kernel][0] for r in self.rounds)

    def quickest(self, kernel, among):
        there = [p for p in among if self.ok(p, kernel)]
        return min(there, key=lambda p: self.seconds(p, kernel), default=None)

    def geomean(self, ratio_of):
        """(mean, number of kernels); (None, 0) where there is nothing to compare with."""
        ratios = [ratio_of(k) for k in self.kernels if k != NOT_A_KERNEL]
        logs = [math.log(r) for r in ratios if r]
        return (math.exp(sum(logs) / len(logs)), len(logs)) if logs else (None, 0)


def read_reasons(path):
    """Lines `kernel: reason`; # starts a comment."""
    reasons = {}
    with open(path) as f:
        for line in f:
            if ":" in line and not line.startswith("#"):
                kernel, reason = line.split(":", 1)
                reasons[kernel.strip()] = reason.strip()
    return reasons


def markdown(head, rows):
    width = [max(len(r[i]) for r in [head] + rows) for i in range(len(head))]
    cells = lambda row: "| " + " | ".join(
        c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, width))) + " |"
    rule = "| " + " | ".join("-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(width)) + " |"
    return [cells(head), rule] + [cells(r) for r in rows]


# ---- one kernel ----


def roof_share(t, kernel):
    """(share of the roof, what the roof is, the least share) or None."""
    if not t.ok("simt", kernel):
        return None
    if kernel == "sgemm_tile32":
        return t.rate("simt", kernel) / t.log["roofs"]["fma"], "FMA peak", SGEMM_PEAK
    best = t.quickest(kernel, t.peers)
    if kernel in MEMORY_BOUND and best:
        share = 1.0 if best == "simt" else min(1.0, t.ratio(best, kernel))
        return share, "best bandwidth", BANDWIDTH
    return None


def misses(t, kernel):
    """What this kernel alone falls short of, in words."""
    short = []
    if not t.ok("simt", kernel):
        return ["simt does not run it, or gets it wrong"]
    pocl, ispc, roof = t.ratio("pocl", kernel), t.ratio("ispc", kernel), roof_share(t, kernel)
    if pocl and pocl < 1:
        short.append(f"{pocl:.2f}x PoCL, not faster")
    if ispc and ispc < ISPC_LEAST and kernel != NOT_A_KERNEL:
        short.append(f"{ispc:.2f}x ISPC, target {ISPC_LEAST}x")
    if roof and roof[0] < roof[2]:
        short.append(f"{roof[0]:.0%} of {roof[1]}, target {roof[2]:.0%}")
    return short


def number(x, form):
    return form.format(x) if x else "-"


def kernel_row(t, kernel):
    row = [kernel]
    for p in t.peers:
        ran = any(kernel in r[p] for r in t.rounds)
        sec = t.seconds(p, kernel)
        row.append(f"{1e3 * sec:.3f}" if sec else "WRONG" if ran else "-")
    row.append(number(t.ratio(t.quickest(kernel, C_PEERS), kernel), "{:.2f}"))
    row += [number(t.ratio(p, kernel), "{:.2f}") for p in ("ispc", "pocl") if p in t.peers]
    roof = roof_share(t, kernel)
    row.append(f"{roof[0]:.0%} of {roof[1]}" if roof else "")
    return row


# ---- all ----


def target(what, value, least):
    if value is None:
        return f"- {what}: not measured (target {least})"
    return f"- {what}: {value:.2f}, target {least}: {'pass' if value >= least else 'FAIL'}"


def targets(t):
    over_c, n = t.geomean(lambda k: t.ratio(t.quickest(k, C_PEERS), k))
    pocl, n_pocl = t.geomean(lambda k: t.ratio("pocl", k))
    ispc, n_ispc = t.geomean(lambda k: t.ratio("ispc", k))
    slower = [k for k in t.kernels if (t.ratio("pocl", k) or 1) < 1]
    lines = [target(f"best of gcc and clang over simt, geomean of {n}", over_c, C_GEOMEAN),
             target(f"PoCL over simt, geomean of {n_pocl}", pocl, POCL_GEOMEAN)]
    if pocl:
        lines.append("- faster than PoCL on each: " + (f"FAIL ({', '.join(slower)})" if slower else "pass"))
    if ispc:
        least = min(t.ratio("ispc", k) or 9 for k in t.kernels if k != NOT_A_KERNEL)
        lines += [target(f"ISPC over simt, geomean of {n_ispc}", ispc, ISPC_GEOMEAN),
                  target("ISPC over simt, least", least, ISPC_LEAST)]
    else:
        lines.append(target("no ISPC here; it is taken as 1.25x the best of gcc and clang, geomean",
                            over_c, ISPC_OVER_C))
    for k in t.kernels:
        roof = roof_share(t, k)
        if roof:
            verdict = "pass" if roof[0] >= roof[2] else "FAIL"
            lines.append(f"- {k}: {roof[0]:.0%} of {roof[1]}, target {roof[2]:.0%}: {verdict}")
    return lines


def show(log, reasons_path):
    """(text, were some answers of simt wrong)."""
    t, roofs = Times(log), log["roofs"]
    head = ["ms", *t.peers, "C/simt", *[p + "/simt" for p in ("ispc", "pocl") if p in t.peers], "roof"]
    text = [f"- {line}" for line in log["machine"] if line]
    text += [f"- no {p}: {why}" for p, why in log["absent"].items()]
    text += [f"- roofs: FMA f32 {roofs['fma'] / log['threads']:.1f} GFLOP/s a processor, "
             f"memory {roofs['memory']:.1f} GB/s; time lost to others {roofs['lost']:.3f} s of "
             f"{log['threads']}",
             f"- milliseconds, median of {len(t.rounds)} rounds; C: the quickest of gcc and clang; "
             "ratios above 1: simt is faster"]
    if roofs["lost"] > log["threads"] / 10:
        text += ["- the machine was busy with other work: the ratios tell more than the milliseconds"]
    text += [""]
    text += markdown(head, [kernel_row(t, k) for k in t.kernels])
    text += ["", "Targets:", "", *targets(t)]
    reasons, short = read_reasons(reasons_path), {k: misses(t, k) for k in t.kernels}
    if any(short.values()):
        text += ["", "Below target:", ""]
    for k, what in short.items():
        if what:
            text.append(f"- {k}: {'; '.join(what)}. {reasons.get(k, 'No reason is known yet.')}")
    wrong = "simt" in t.peers and not all(t.ok("simt", k) for k in t.kernels)
    return "\n".join(text), wrong
