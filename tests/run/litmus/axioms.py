#!/usr/bin/env python3
"""Random litmus tests: no outcome that weak mode shows may be one that the axioms of PTX's memory model forbid.

The axioms are those of the PTX ISA, chapter "Memory Consistency Model", by enumeration: what each load reads from,
in which order stores to a location are, in which order fences of sequential consistency are.

    axioms.py SIMTRUN [--seed N] [--count N] [--keep FOLDER]

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

PLACES = ["cta 0, cluster 0, gpu 0", "cta 1, cluster 0, gpu 0", "cta 2, cluster 1, gpu 0", "cta 3, cluster 2, gpu 1"]
SCOPES = ["cta", "cluster", "gpu", "sys"]


def distance(a, b):
    """The narrowest scope that includes threads at places a and b."""
    return 0 if a == b else 1 if {a, b} == {0, 1} else 2 if 3 not in (a, b) else 3


class Event:
    """A read, a write or a fence. order: weak, relaxed, acquire, release, acq_rel, sc."""
    def __init__(self, thread, place, kind, order, scope, loc=None, value=None, reg=None):
        self.thread, self.place, self.kind, self.order, self.scope = thread, place, kind, order, scope
        self.loc, self.value, self.reg, self.partner = loc, value, reg, None
        self.strong = order != "weak"


def generate(rng):
    """(text rows of each thread, their places, events of each thread)"""
    nthread = rng.choice([2, 2, 2, 3])
    near = rng.random() < 0.3
    threads, value, memory = [], itertools.count(1), 0
    for t in range(nthread):
        place = 0 if near else rng.randrange(4)
        rows, events = [], []
        for k in range(rng.choice([2, 3, 3]) if nthread == 2 else rng.choice([1, 2, 3])):
            scope = rng.choice([0, 1, 2, 2, 3])
            what = rng.random()
            loc = rng.choice("xy")
            dots = lambda order: order if order == "weak" else "%s.%s" % (order, SCOPES[scope])
            if what < 0.2:
                order = rng.choice(["sc", "acq_rel", "sc"])
                rows.append("fence." + dots(order))
                events.append(Event(t, place, "F", order, scope))
            elif memory >= 7:
                continue
            elif what < 0.55:
                order = rng.choice(["weak", "relaxed", "relaxed", "acquire"])
                rows.append("ld.%s r%d, %s" % (dots(order), k, loc))
                events.append(Event(t, place, "R", order, scope, loc, None, k))
            elif what < 0.87:
                order, v = rng.choice(["weak", "relaxed", "relaxed", "release"]), next(value)
                rows.append("st.%s %s, %d" % (dots(order), loc, v))
                events.append(Event(t, place, "W", order, scope, loc, v))
            else:
                order, v = rng.choice(["relaxed", "acquire", "release", "acq_rel"]), next(value)
                rows.append("atom.%s.exch r%d, %s, %d" % (dots(order), k, loc, v))
                r, w = Event(t, place, "R", order, scope, loc, None, k), Event(t, place, "W", order, scope, loc, v)
                r.partner, w.partner = w, r
                events += [r, w]
            memory += what >= 0.2
        threads.append((place, rows, events))
    return threads


def generate_buffering(rng):
    """Loads before stores elsewhere, round in a circle; perhaps a fence between them, or more of the same."""
    threads, value, order = [], itertools.count(1), lambda *more: rng.choice(["weak", "relaxed", "relaxed", *more])
    for t in range(2):
        place = rng.randrange(4)
        rows, events, k = [], [], 0
        dots = lambda order, scope: order if order == "weak" else "%s.%s" % (order, SCOPES[scope])
        for what in ["R"] * rng.choice([1, 1, 2]) + ["F"] * rng.choice([0, 0, 0, 1]) + ["W"] * rng.choice([1, 1, 2]):
            scope = rng.choice([2, 3])
            loc = "xy"[t ^ (what == "W") ^ (rng.random() < 0.2)]
            if what == "R":
                o = order("acquire")
                rows.append("ld.%s r%d, %s" % (dots(o, scope), k, loc))
                events.append(Event(t, place, "R", o, scope, loc, None, k))
                k += 1
            elif what == "F":
                o = rng.choice(["sc", "acq_rel"])
                rows.append("fence." + dots(o, scope))
                events.append(Event(t, place, "F", o, scope))
            else:
                o, v = order("release"), next(value)
                rows.append("st.%s %s, %d" % (dots(o, scope), loc, v))
                events.append(Event(t, place, "W", o, scope, loc, v))
        threads.append((place, rows, events))
    return threads


def text_of(name, threads):
    cols = [["P%d@%s" % (t, PLACES[p])] + rows for t, (p, rows, _) in enumerate(threads)]
    height = max(map(len, cols))
    lines = [" | ".join(c[i] if i < len(c) else "" for c in cols) + " ;" for i in range(height)]
    regs = ["%d:r%d;" % (e.thread, e.reg) for _, _, ev in threads for e in ev if e.reg is not None]
    return "PTX %s\n{ x=0; y=0; }\n%s\nlocations [x; y; %s]\nexists (true)\n" % (name, "\n".join(lines), " ".join(regs))


def closure(rel):
    n = len(rel)
    for k in range(n):
        for i in range(n):
            if rel[i] >> k & 1:
                rel[i] |= rel[k]
    return rel


class Model:
    def __init__(self, threads):
        self.ev = [e for _, _, events in threads for e in events]
        self.n = n = len(self.ev)
        for i, e in enumerate(self.ev):
            e.id = i
        self.po = [sum(1 << j for j in range(i + 1, n) if self.ev[j].thread == e.thread) for i, e in enumerate(self.ev)]
        self.reads = [e for e in self.ev if e.kind == "R"]
        self.writes = {l: [e for e in self.ev if e.kind == "W" and e.loc == l] for l in "xy"}
        self.fences = [e for e in self.ev if e.kind == "F" and e.order == "sc"]
        self.release = self.patterns(True)
        self.acquire = self.patterns(False)

    def ms(self, a, b):
        if a.kind != "F" and b.kind != "F" and a.loc != b.loc:
            return False
        if a.thread == b.thread:
            return True
        far = distance(a.place, b.place)
        return a.strong and b.strong and a.scope >= far and b.scope >= far

    def patterns(self, is_release):
        """(first or last event, the strong write or read)"""
        kind, orders = ("W", ("release", "acq_rel")) if is_release else ("R", ("acquire", "acq_rel"))
        found = []
        for a in self.ev:
            is_fence = a.kind == "F"
            if not is_fence and not (a.kind == kind and a.order in orders):
                continue
            for b in self.ev:
                if b.kind != kind or not b.strong or b.thread != a.thread:
                    continue
                behind = b.id > a.id if is_release else b.id < a.id
                if (is_fence and behind) or (not is_fence and b.loc == a.loc and (behind or a is b)):
                    found.append((a, b))
        return found

    def observation(self, rf):
        """Pairs (write, read) through atomics."""
        pairs = {(w, r) for r, w in rf.items() if w and self.ms(w, r)}
        while True:
            more = {(w, r2) for w, r in pairs if r.partner for w2, r2 in pairs if w2 is r.partner} - pairs
            if not more:
                return pairs
            pairs |= more

    def outcomes(self):
        """All that the axioms allow; and those of them that need no load buffering: no cycle of program order and
        reads, and stores to one location in one order."""
        allowed, plain = set(), set()
        choices = [[None] + self.writes[r.loc] for r in self.reads]
        for pick in itertools.product(*choices):
            rf = dict(zip(self.reads, pick))
            if any(w is r.partner or (w and w.thread == r.thread and w.id > r.id) for r, w in rf.items() if w):
                continue
            obs = self.observation(rf)
            sync = [(a, y) for a, b in self.release for y, x in self.acquire if (b, x) in obs and self.ms(a, y)]
            for order in itertools.permutations(self.fences):
                fsc = [(f, g) for f, g in itertools.combinations(order, 2) if self.ms(f, g)]
                cause = self.causality(sync + fsc, obs)
                if cause is None or any(cause[g.id] >> f.id & 1 for f, g in fsc):
                    continue
                allowed |= self.with_coherence(rf, cause, False)
                if self.is_in_time(rf):
                    plain |= self.with_coherence(rf, cause, True)
        return allowed, plain

    def is_in_time(self, rf):
        rel = list(self.po)
        for r, w in rf.items():
            if w:
                rel[w.id] |= 1 << r.id
        closure(rel)
        return not any(rel[i] >> i & 1 for i in range(self.n))

    def causality(self, sync, obs):
        base = list(self.po)
        for a, b in sync:
            base[a.id] |= 1 << b.id
        closure(base)
        if any(base[i] >> i & 1 for i in range(self.n)):
            return None
        cause = list(base)
        for w, r in obs:
            cause[w.id] |= base[r.id]
        return cause

    def with_coherence(self, rf, cause, is_total):
        found = set()
        for r, w in rf.items():
            if w and cause[r.id] >> w.id & 1:
                return found
        for orders in itertools.product(*(itertools.permutations(self.writes[l]) for l in "xy")):
            if any(cause[b.id] >> a.id & 1 for o in orders for a, b in itertools.combinations(o, 2)):
                continue
            co = [0] * self.n
            for o in orders:
                for a, b in itertools.combinations(o, 2):
                    if is_total or self.ms(a, b) or cause[a.id] >> b.id & 1:
                        co[a.id] |= 1 << b.id
            closure(co)
            if self.is_allowed(rf, cause, co):
                regs = tuple(rf[r].value if rf[r] else 0 for r in self.reads)
                finals = [[w.value for w in self.writes[l] if not co[w.id]] or [0] for l in "xy"]
                found |= {regs + last for last in itertools.product(*finals)}
        return found

    def is_allowed(self, rf, cause, co):
        n, one = self.n, [0] * self.n  # SC per location
        for i, e in enumerate(self.ev):
            for j in range(i + 1, n):
                f = self.ev[j]
                if e.thread == f.thread and e.loc == f.loc and e.kind != "F":
                    one[i] |= 1 << j
        for r, w in rf.items():
            later = co[w.id] if w else sum(1 << v.id for v in self.writes[r.loc])
            if w and self.ms(w, r):
                one[w.id] |= 1 << r.id
            for v in self.writes[r.loc]:
                if not later >> v.id & 1 or v is r.partner:
                    continue
                if self.ms(r, v):
                    one[r.id] |= 1 << v.id
                if cause[v.id] >> r.id & 1:  # causality
                    return False
                if r.partner and self.ms(r, v) and co[v.id] >> r.partner.id & 1 and self.ms(v, r.partner):
                    return False             # atomicity
        for i in range(n):
            for j in range(n):
                if co[i] >> j & 1 and self.ms(self.ev[i], self.ev[j]):
                    one[i] |= 1 << j
        closure(one)
        return not any(one[i] >> i & 1 for i in range(n))


def shown(simtrun, texts, options):
    """Outcomes of each test, in the order of Model.outcomes; None if some were left out."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i, text in enumerate(texts):
            names.append(os.path.join(folder, "t%d.litmus" % i))
            with open(names[-1], "w") as f:
                f.write(text)
        p = subprocess.run([simtrun, "--litmus", *options, *names], capture_output=True, text=True)
    if p.returncode:
        sys.exit("simtrun: exit status %d\n%s%s" % (p.returncode, p.stdout[-2000:], p.stderr[-2000:]))
    return re.findall(r"^Test .*?^Observation[^\n]*$", p.stdout, re.M | re.S)


def states(block, model):
    found = set()
    for line in re.findall(r"^\d+ *[*:]>(.*)$", block, re.M):
        values = dict(re.findall(r"([\w:]+)=(-?\d+);", line))
        regs = tuple(int(values["%d:r%d" % (r.thread, r.reg)]) for r in model.reads)
        found.add(regs + (int(values["x"]), int(values["y"])))
    return found


def main():
    a = argparse.ArgumentParser()
    a.add_argument("simtrun")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--count", type=int, default=100)
    a.add_argument("--keep", help="folder for tests that go wrong")
    a.add_argument("--option", action="append", default=[])
    args = a.parse_args()
    wrong = got_plain = all_plain = got_all = total = 0
    for first in range(args.seed, args.seed + args.count, 100):
        seeds = range(first, min(first + 100, args.seed + args.count))
        tests = [(generate if s % 4 else generate_buffering)(random.Random(s)) for s in seeds]
        texts = [text_of("R%d" % s, t) for s, t in zip(seeds, tests)]
        for seed, t, text, block in zip(seeds, tests, texts, shown(args.simtrun, texts, args.option)):
            model = Model(t)
            got, (allowed, plain) = states(block, model), model.outcomes()
            total += len(allowed)
            got_all += len(got)
            all_plain += len(plain)
            got_plain += len(got & plain)
            for outcome in sorted(got - allowed):
                wrong += 1
                print("seed %d: forbidden: %s\n%s" % (seed, outcome, text))
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, "R%d.litmus" % seed), "w") as f:
                        f.write(text)
    print("%d tests, %d outcomes shown of %d allowed, %d of %d that need no load buffering, %d forbidden ones" %
          (args.count, got_all, total, got_plain, all_plain, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
