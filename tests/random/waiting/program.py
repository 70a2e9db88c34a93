"""program.py - random kernels whose threads wait for each other, and what they must leave.

A program is a list of statements (tuples, below) that every thread of the grid runs. Threads talk through mailboxes,
tokens, locks, tickets and flags in shared or global memory. Each protocol orders all accesses to what it guards, or
guards sums whose order does not matter, so the result follows from the program alone, whatever the schedule.
`evaluate` computes it: one Python generator a thread, taking turns.

  ('set', var, expr)                  ('if', cond, then, other)        ('for', var, count, body)
  ('break', cond)                     ('continue', cond)               ('leave', cond)  stores the result and ends
  ('wait', place, mask, cmp, expr)    until (*place & mask) cmp expr   ('ld', var, place)  ('st', place, expr)
  ('see', var, place)                 a load of what others write, too
  ('flag', place, expr)               a store that others wait for     ('red', place, expr)  atomic add, no result
  ('lock', place)  ('unlock', place)  ('tick', place)  atomic add of 1 ('fence',)  ('nap',)  ('warpsync',)  ('bar',)
  ('call', body)                      the body is a function of its own

place: (space, index), space 's' or 'g', index an expression, in words. expr: ('k', n), ('v', name), or (op, x, y).
SPDX-License-Identifier: Apache-2.0"""
import math
import random

MASK = 0xffffffff
ACCUMULATORS = ['a', 'b', 'c', 'd']
INPUTS = ['tid', 'lane', 'cta', 'n', 'salt']

OPERATIONS = {
    'add': lambda x, y: x + y, 'sub': lambda x, y: x - y, 'mul': lambda x, y: x * y, 'xor': lambda x, y: x ^ y,
    'and': lambda x, y: x & y, 'or': lambda x, y: x | y, 'shl': lambda x, y: x << (y & 31),
    'shr': lambda x, y: x >> (y & 31), 'min': min, 'max': max, 'rem': lambda x, y: x % y,
}
COMPARISONS = {
    'eq': lambda x, y: x == y, 'ne': lambda x, y: x != y, 'lt': lambda x, y: x < y, 'ge': lambda x, y: x >= y,
}


def k(n):
    return ('k', n & MASK)


def v(name):
    return ('v', name)


def assigned(body):
    """Variables that the statements may change."""
    names = set()
    for s in body:
        if s[0] in ('set', 'ld', 'see'):
            names.add(s[1])
        elif s[0] == 'if':
            names |= assigned(s[2]) | assigned(s[3])
        elif s[0] == 'for':
            names |= {s[1]} | assigned(s[3])
        elif s[0] == 'call':
            names |= assigned(s[1])
    return names


# ---- what a program leaves ---------------------------------------------------------------------


class Deadlock(Exception):
    pass


def value(e, env):
    if e[0] == 'k':
        return e[1]
    if e[0] == 'v':
        return env[e[1]]
    return OPERATIONS[e[0]](value(e[1], env), value(e[2], env)) & MASK


def holds(c, env):
    return COMPARISONS[c[0]](value(c[1], env), value(c[2], env))


class Thread:
    def __init__(self, program, cta, tid, n, salt, memory):
        self.program, self.cta, self.memory, self.result = program, cta, memory, None
        self.env = dict.fromkeys(ACCUMULATORS, 0)
        self.env.update(tid=tid, lane=tid % 32, cta=cta, n=n, salt=salt)

    def cells(self, place):
        return self.memory['g' if place[0] == 'g' else self.cta]

    def read(self, place):
        return self.cells(place).get(value(place[1], self.env), 0)

    def write(self, place, x):
        self.cells(place)[value(place[1], self.env)] = x & MASK

    def finish(self):
        x = 0
        for name in ACCUMULATORS:
            x = (x * 31 + self.env[name]) & MASK
        self.result = x

    def run(self, body):
        """Yields while it waits; the value is None, 'break', 'continue' or 'leave'."""
        env = self.env
        for s in body:
            kind = s[0]
            if kind == 'set':
                env[s[1]] = value(s[2], env)
            elif kind == 'if':
                how = yield from self.run(s[2] if holds(s[1], env) else s[3])
                if how:
                    return how
            elif kind == 'for':
                env[s[1]] = 0
                while env[s[1]] < value(s[2], env):
                    how = yield from self.run(s[3])
                    if how == 'leave':
                        return how
                    if how == 'break':
                        break
                    env[s[1]] += 1
            elif kind in ('break', 'continue', 'leave'):
                if holds(s[1], env):
                    if kind == 'leave':
                        self.finish()
                    return kind
            elif kind == 'wait':
                while not COMPARISONS[s[3]](self.read(s[1]) & s[2], value(s[4], env)):
                    yield False
            elif kind in ('ld', 'see'):
                env[s[1]] = self.read(s[2])
            elif kind in ('st', 'flag'):
                self.write(s[1], value(s[2], env))
            elif kind == 'red':
                self.write(s[1], self.read(s[1]) + value(s[2], env))
            elif kind == 'tick':
                self.write(s[1], self.read(s[1]) + 1)
            elif kind == 'lock':
                while self.read(s[1]):
                    yield False
                self.write(s[1], 1)
            elif kind == 'unlock':
                self.write(s[1], 0)
            elif kind == 'call':
                yield from self.run(s[1])
            elif kind == 'bar':
                yield 'bar'
            yield True
        return None


def evaluate(program, n, salt, order=None):
    """The result of each thread, cta after cta."""
    ncta, nthread = program.grid, program.block
    memory = {'g': {}, **{c: {} for c in range(ncta)}}
    threads = [Thread(program, c, t, n, salt, memory) for c in range(ncta) for t in range(nthread)]
    runs = [t.run(program.body) for t in threads]
    live, parked, moved = list(range(len(threads))), {c: [] for c in range(ncta)}, True
    while live:
        if not moved:
            raise Deadlock(program)
        moved = False
        if order:
            order.shuffle(live)
        keep = []
        for i in live:
            state = True
            while state is True:
                try:
                    state = next(runs[i])
                    moved |= state is not False
                except StopIteration as end:
                    state = None
                    moved = True
                    if end.value != 'leave':
                        threads[i].finish()
            if state == 'bar':
                parked[threads[i].cta].append(i)
            elif state is False:
                keep.append(i)
        for c in range(ncta):
            waiting = sum(threads[i].cta == c for i in keep)
            if parked[c] and not waiting:
                keep += parked[c]
                parked[c] = []
                moved = True
        live = keep
    return [t.result for t in threads]


# ---- making programs ----------------------------------------------------------------------------


class Program:
    """body: statements; words: of memory that each space needs; grid, block: ctas, threads. phases: how many protocols
    follow each other at most; 0: up to four."""

    def __init__(self, seed, phases=0):
        self.random = random.Random(seed)
        self.seed = seed
        self.phases = phases
        r = self.random
        self.grid = r.choice([1, 1, 1, 2, 3])
        self.block = r.choice([32, 32, 32, 32, 64, 96, 128, 48, 20])
        self.words = {'s': 0, 'g': 0}
        self.fresh = 0
        self.body = self.make()

    # -- small things

    def name(self):
        self.fresh += 1
        return 't%d' % self.fresh

    def take(self, space, words):
        """Words of memory that nothing else uses; in global memory, of each cta."""
        at = self.words[space]
        self.words[space] += words
        return at

    def place(self, space, base, index, stride=0):
        """Word base + index; of global memory that each cta has its own of, stride words apart."""
        e = ('add', k(base), index)
        if space == 'g' and stride:
            e = ('add', e, ('mul', v('cta'), k(stride)))
        return (space, e)

    def leaf(self):
        r = self.random
        return v(r.choice(ACCUMULATORS + INPUTS)) if r.random() < 0.7 else k(r.choice([1, 3, 5, 7, 31, 1023, 0x9e3779b9]))

    def expr(self, depth=2):
        r = self.random
        if depth == 0 or r.random() < 0.2:
            return self.leaf()
        op = r.choice(['add', 'add', 'sub', 'mul', 'xor', 'xor', 'and', 'or', 'min', 'max', 'shl', 'shr'])
        y = k(r.randrange(1, 9)) if op in ('shl', 'shr') else self.expr(depth - 1)
        return (op, self.expr(depth - 1), y)

    def cond(self):
        r = self.random
        which = r.randrange(4)
        if which == 0:
            return (r.choice(['eq', 'ne']), ('and', v('tid'), k(r.choice([1, 2, 3, 4, 7]))), k(r.randrange(2)))
        if which == 1:
            return (r.choice(['lt', 'ge']), v('lane'), k(r.randrange(1, 32)))
        if which == 2:
            return (r.choice(['lt', 'ge']), ('and', self.expr(1), k(15)), k(r.randrange(1, 15)))
        return (r.choice(['eq', 'ne']), ('and', self.expr(1), k(3)), k(r.randrange(4)))

    def mix(self, value_of):
        """An accumulator takes a value up."""
        r = self.random
        x = v(r.choice(ACCUMULATORS))
        return ('set', x[1], (r.choice(['add', 'xor']), ('mul', x, k(r.choice([1, 3, 5, 31]))), value_of))

    def work(self, most=2):
        """Statements that touch nothing but accumulators."""
        r = self.random
        out = []
        for _ in range(r.randrange(most + 1)):
            which = r.randrange(6)
            if which < 3:
                out.append(('set', r.choice(ACCUMULATORS), self.expr()))
            elif which == 3:
                out.append(('if', self.cond(), [self.mix(self.expr(1))], [self.mix(self.expr(1))] if r.random() < 0.5 else []))
            elif which == 4:
                i = self.name()
                body = [self.mix(('add', v(i), self.leaf()))]
                if r.random() < 0.4:
                    body.insert(r.randrange(2), (r.choice(['break', 'continue']), self.cond()))
                out.append(('for', i, ('and', self.leaf(), k(r.choice([3, 7]))), body))
            else:
                out.append(self.mix(self.leaf()))
        return out

    def pause(self):
        return [('nap',)] if self.random.random() < 0.1 else []

    def ordered(self):
        """After or before a flag: what orders the data's accesses."""
        return [('fence',)]

    # -- protocols; each leaves its memory as a second use of other words would find it

    def rounds(self):
        r = self.random
        return r.choice([k(1), k(2), k(3), v('n'), ('add', v('n'), k(1))])

    def space_of(self):
        return 's' if self.random.random() < 0.6 else 'g'

    def pairing(self):
        """The partner's tid, and a condition that just one of the two meets."""
        r = self.random
        masks = [m for m in (1, 2, 4, 8, 16, 31, 5, 32, 63) if self.block % (1 << m.bit_length()) == 0]
        if not masks:
            masks = [1] if self.block % 2 == 0 else [0]
        m = r.choice(masks)
        top = 1 << (m.bit_length() - 1)
        return ('xor', v('tid'), k(m)), ('eq', ('and', v('tid'), k(top)), k(0))

    def send(self, sp, full, box, to, stride, what):
        return [('wait', self.place(sp, full, to, stride), MASK, 'eq', k(0)), *self.pause(), *self.ordered(),
                ('st', self.place(sp, box, to, stride), what), *self.ordered(),
                ('flag', self.place(sp, full, to, stride), k(1))]

    def receive(self, sp, full, box, me, stride, var):
        return [('wait', self.place(sp, full, me, stride), MASK, 'ne', k(0)), *self.ordered(),
                ('ld', var, self.place(sp, box, me, stride)), *self.ordered(),
                ('flag', self.place(sp, full, me, stride), k(0))]

    def boxes(self):
        """A mailbox for each thread, which is a flag and a value; two variables; pairs of threads."""
        sp, n = self.space_of(), self.block
        stride = 2 * n if sp == 'g' else 0
        full = self.take(sp, 2 * n * (self.grid if stride else 1))
        return (sp, stride, full, full + n, self.name(), self.name(), *self.pairing())

    def mailboxes(self):
        """Pairs of threads give each other values, one way or both."""
        r = self.random
        sp, stride, full, box, x, i, partner, first = self.boxes()
        both = r.random() < 0.4
        me = v('tid')
        send = [*self.work(1), *self.send(sp, full, box, partner, stride, self.expr(1)), *self.work(1)]
        take = [*self.receive(sp, full, box, me, stride, x), self.mix(v(x)), *self.work(1)]
        if both:
            a, b = send + take, take + send
        else:
            a, b = send, take
        if r.random() < 0.5:
            count = self.rounds()
            return [('if', first, [('for', i, count, a)], [('for', i, count, b)])]
        return [('for', i, self.rounds(), [('if', first, a, b)])]

    def stream(self):
        """Producers send until they send a stop; consumers skip some items by `continue` and leave by `break`."""
        r = self.random
        sp, stride, full, box, x, i, partner, first = self.boxes()
        item = ('or', ('shl', self.expr(1), k(2)), k(r.choice([0, 2])))
        produce = [('for', i, ('add', self.rounds(), ('and', v('tid'), k(r.choice([0, 3])))),
                    [*self.work(1), *self.send(sp, full, box, partner, stride, item), *self.work(1)]),
                   *self.send(sp, full, box, partner, stride, k(1))]
        consume = [('for', i, k(1000),
                    [*self.receive(sp, full, box, v('tid'), stride, x), ('break', ('eq', v(x), k(1))), *self.work(1),
                     ('continue', ('eq', ('and', v(x), k(8)), k(0))), self.mix(v(x)), *self.work(1)])]
        return [('if', first, produce, consume)]

    def token(self):
        """A token visits the threads in an order of its own; each appends to the same value."""
        r = self.random
        sp = self.space_of()
        all_ctas = sp == 'g' and self.grid > 1 and r.random() < 0.5
        n = self.block * (self.grid if all_ctas else 1)
        stride = 2 if sp == 'g' and not all_ctas else 0
        turn = self.take(sp, 2 * (self.grid if stride else 1))
        me = ('add', v('tid'), ('mul', v('cta'), k(self.block))) if all_ctas else v('tid')
        odd = r.choice([x for x in range(1, n + 1) if math.gcd(x, n) == 1])
        pos = ('rem', ('add', ('mul', me, k(odd)), k(r.randrange(n))), k(n))
        i, x, p = self.name(), self.name(), self.name()
        at, val = self.place(sp, turn, k(0), stride), self.place(sp, turn + 1, k(0), stride)
        mine = ('add', v(p), ('mul', v(i), k(n)))
        return [('set', p, pos),
                ('for', i, r.choice([k(1), k(2)]), [
                    ('wait', at, MASK, 'eq', mine), *self.pause(), *self.ordered(), ('ld', x, val),
                    ('set', x, ('add', ('mul', v(x), k(5)), self.expr(1))), ('st', val, v(x)), *self.ordered(),
                    ('flag', at, ('add', mine, k(1))), self.mix(v(x)), *self.work(1)])]

    def tickets(self):
        """Threads queue by rank; they poll by an atomic."""
        n = self.block
        sp = self.space_of()
        stride = 2 if sp == 'g' else 0
        at = self.take(sp, 2 * (self.grid if stride else 1))
        p, x = self.name(), self.name()
        next_, val = self.place(sp, at, k(0), stride), self.place(sp, at + 1, k(0), stride)
        odd = self.random.choice([y for y in range(1, n + 1) if math.gcd(y, n) == 1])
        return [('set', p, ('rem', ('mul', v('tid'), k(odd)), k(n))), ('wait', next_, MASK, 'eq', v(p)), *self.ordered(),
                ('ld', x, val), ('set', x, ('xor', ('mul', v(x), k(3)), self.expr(1))), ('st', val, v(x)), self.mix(v(x)),
                *self.ordered(), ('tick', next_)]

    def dataflow(self):
        """A thread computes when what it depends on, threads of lower number, has been computed."""
        r = self.random
        sp, n = self.space_of(), self.block
        stride = 2 * n if sp == 'g' else 0
        ready = self.take(sp, 2 * n * (self.grid if stride else 1))
        i, p, x = self.name(), self.name(), self.name()
        which = ('rem', ('add', ('mul', v(i), k(r.choice([7, 13]))), ('mul', v('tid'), k(r.choice([1, 3, 11])))),
                 ('max', v('tid'), k(1)))
        inner = ('for', i, k(r.choice([1, 2, 3])), [
            ('set', p, which), ('wait', self.place(sp, ready, v(p), stride), MASK, 'ne', k(0)), *self.ordered(),
            ('ld', x, self.place(sp, ready + n, v(p), stride)), self.mix(v(x)), *self.work(1)])
        return [('if', ('ne', v('tid'), k(0)), [inner], self.work(1)),
                ('st', self.place(sp, ready + n, v('tid'), stride), self.expr(1)), *self.ordered(),
                ('flag', self.place(sp, ready, v('tid'), stride), k(1))]

    def ping_pong(self):
        """Halves of pairs change the same word in turns; its lowest bit says whose it is."""
        sp, n = self.space_of(), self.block
        stride = n if sp == 'g' else 0
        ball = self.take(sp, n * (self.grid if stride else 1))
        partner, first = self.pairing()
        at = self.place(sp, ball, ('min', v('tid'), partner), stride)
        i, x, count = self.name(), self.name(), self.rounds()

        def side(bit):
            return [('for', i, count, [('wait', at, 1, 'eq', k(bit)), *self.pause(), *self.ordered(), ('see', x, at),
                                       self.mix(v(x)), *self.work(1), *self.ordered(),
                                       ('flag', at, ('add', v(x), k(1 + 2 * self.random.randrange(4))))])]
        return [('if', first, side(0), side(1))]

    def locked(self):
        """Sums under a lock; after a barrier every thread reads them."""
        r = self.random
        sp = self.space_of()
        nlock = r.choice([1, 1, 2, 4])
        stride = 2 * nlock if sp == 'g' else 0
        at = self.take(sp, 2 * nlock * (self.grid if stride else 1))
        q, x, i = self.name(), self.name(), self.name()
        lock, cell = self.place(sp, at, v(q), stride), self.place(sp, at + nlock, v(q), stride)
        body = [('lock', lock), *self.ordered(), ('ld', x, cell), ('set', x, ('add', v(x), self.expr(1))),
                ('st', cell, v(x)), *self.ordered(), ('unlock', lock)]
        body = [('set', q, ('and', v('tid'), k(nlock - 1)))] + ([('for', i, self.rounds(), body)] if r.random() < 0.5 else body)
        if r.random() < 0.3:
            body = [('set', q, ('and', v('tid'), k(nlock - 1))), ('if', self.cond(), body, [])]
        return body + [('bar',), ('ld', x, self.place(sp, at + nlock, v(q), stride)), self.mix(v(x)), ('bar',)]

    def tree(self):
        """A sum by flags: who has given its part away breaks out of the loop."""
        sp, n = self.space_of(), self.block
        stride = 2 * n if sp == 'g' else 0
        flag = self.take(sp, 2 * n * (self.grid if stride else 1))
        s, i, x = self.name(), self.name(), self.name()
        top = 1 << ((n - 1).bit_length() - 1) if n > 1 else 1
        me, other = v('tid'), ('add', v('tid'), v(s))
        body = [('set', s, ('shr', k(top), v(i))),
                ('if', ('ge', me, v(s)), [
                    ('st', self.place(sp, flag + n, me, stride), v('a')), *self.ordered(),
                    ('flag', self.place(sp, flag, me, stride), k(1))], []),
                ('break', ('ge', me, v(s))),
                ('continue', ('ge', other, k(n))),
                ('wait', self.place(sp, flag, other, stride), MASK, 'ne', k(0)), *self.ordered(),
                ('ld', x, self.place(sp, flag + n, other, stride)), ('set', 'a', ('add', v('a'), v(x)))]
        return [('for', i, k(top.bit_length()), body)]

    def counted(self):
        """Threads arrive at a counter and wait until all have: a barrier made by hand."""
        sp = self.space_of()
        all_ctas = sp == 'g' and self.grid > 1
        n = self.block * (self.grid if all_ctas else 1)
        stride = 1 if sp == 'g' and not all_ctas else 0
        at = self.place(sp, self.take(sp, self.grid if stride else 1), k(0), stride)
        return [*self.work(1), *self.ordered(), ('red', at, k(1)), ('wait', at, MASK, 'eq', k(n)), *self.ordered(),
                *self.work(1)]

    def phase(self):
        r = self.random
        make = r.choice([self.mailboxes, self.mailboxes, self.stream, self.stream, self.token, self.tickets, self.dataflow,
                         self.dataflow, self.ping_pong, self.locked, self.tree, self.counted])
        body = make()
        if not any(s[0] == 'bar' for s in body) and r.random() < 0.2:
            return [('call', body)]
        return body

    def make(self):
        r = self.random
        out = [('set', x, self.expr(1)) for x in ACCUMULATORS]
        n = r.choice([1, 1, 2, 2, 3, 4])
        for _ in range(min(n, self.phases or n)):
            out += self.work(2) + self.phase()
            if r.random() < 0.15:
                out.append(('warpsync',))
        if r.random() < 0.4: # some end, others go on
            out += [('leave', self.cond()), *self.work(3)]
            if r.random() < 0.5:
                i = self.name()
                out.append(('for', i, ('and', self.leaf(), k(63)), [self.mix(v(i)), *self.work(1)]))
        return out + self.work(2)
