"""emit.py - PTX of a program (program.py), in the shapes that compilers give it.

  ssa      each assignment has a register of its own; where paths meet, moves (what an optimising compiler leaves)
  rotated  the same; loops test at their end
  plain    the same with a copy at each meeting, inverted conditions and a jump at each block's end (nvcc -O0)
  memory   variables are in local memory, loaded at each use (nvcc -G)

SPDX-License-Identifier: Apache-2.0"""
import random

from program import ACCUMULATORS, INPUTS, assigned

SHAPES = ['ssa', 'rotated', 'plain', 'memory']
NEGATED = {'eq': 'ne', 'ne': 'eq', 'lt': 'ge', 'ge': 'lt'}
OPCODES = {'add': 'add.u32', 'sub': 'sub.u32', 'mul': 'mul.lo.u32', 'xor': 'xor.b32', 'and': 'and.b32', 'or': 'or.b32',
           'shl': 'shl.b32', 'shr': 'shr.u32', 'min': 'min.u32', 'max': 'max.u32', 'rem': 'rem.u32'}


class Function:
    """One .entry or .func on its way to text."""

    def __init__(self, module, name, program, shape, rand):
        self.module, self.name, self.program, self.shape, self.random = module, name, program, shape, rand
        self.lines, self.count, self.labels = [], {'r': 0, 'p': 0, 'd': 0}, 0
        self.env = {}   # variable -> register; in shape `memory`: -> offset in the depot
        self.depot = 0
        self.loops = []
        self.leave_label = None
        self.scope = 'cta'

    def emit(self, text):
        self.lines.append('\t' + text + ';')

    def reg(self, kind='r'):
        self.count[kind] += 1
        return '%%%s%d' % (kind, self.count[kind])

    def label(self):
        self.labels += 1
        return '$L_%s_%d' % (self.name, self.labels)

    def at(self, label):
        self.lines.append(label + ':')

    def jump(self, label):
        self.emit('bra%s \t%s' % ('.uni' if self.random.random() < 0.5 else '', label))

    def branch(self, cond, label, other=None):
        """Branches to `label` if the condition holds; else goes on, or to `other`."""
        p = self.reg('p')
        x, y = self.value(cond[1]), self.value(cond[2])
        if self.shape == 'plain' and other:
            q = self.reg('p')
            self.emit('setp.%s.u32 \t%s, %s, %s' % (cond[0], p, x, y))
            self.emit('not.pred \t%s, %s' % (q, p))
            self.emit('@%s bra \t%s' % (q, other))
            self.jump(label)
        elif self.random.random() < 0.5:
            self.emit('setp.%s.u32 \t%s, %s, %s' % (NEGATED[cond[0]], p, x, y))
            self.emit('@!%s bra \t%s' % (p, label))
        else:
            self.emit('setp.%s.u32 \t%s, %s, %s' % (cond[0], p, x, y))
            self.emit('@%s bra \t%s' % (p, label))
        if other and self.shape != 'plain':
            self.jump(other)

    # -- variables

    def get(self, name):
        if self.shape == 'memory':
            r = self.reg()
            self.emit('ld.u32 \t%s, [%%SP+%d]' % (r, self.slot(name)))
            return r
        return self.env[name]

    def slot(self, name):
        if name not in self.env:
            self.env[name] = self.depot
            self.depot += 4
        return self.env[name]

    def put(self, name, register):
        if self.shape == 'memory':
            self.emit('st.u32 \t[%%SP+%d], %s' % (self.slot(name), register))
        else:
            self.env[name] = register

    def value(self, e):
        if e[0] == 'k':
            if self.shape == 'plain' and self.random.random() < 0.5:
                r = self.reg()
                self.emit('mov.u32 \t%s, %d' % (r, e[1]))
                return r
            return str(e[1])
        if e[0] == 'v':
            return self.get(e[1])
        x, y, r = self.value(e[1]), self.value(e[2]), self.reg()
        if not x.startswith('%'):
            m = self.reg()
            self.emit('mov.u32 \t%s, %s' % (m, x))
            x = m
        self.emit('%s \t%s, %s, %s' % (OPCODES[e[0]], r, x, y))
        return r

    # -- memory

    def address(self, place):
        """[what stands in brackets], the space, the scope."""
        index, d, a = self.value(place[1]), self.reg('d'), self.reg('d')
        if place[0] == 'g':
            if index.startswith('%'):
                self.emit('mul.wide.u32 \t%s, %s, 4' % (d, index))
            else:
                self.emit('mov.u64 \t%s, %d' % (d, 4 * int(index)))
            self.emit('add.s64 \t%s, %%GLOB, %s' % (a, d))
            generic = self.random.random() < 0.3
            return '[%s]' % a, '' if generic else '.global', 'gpu'
        r, s = self.reg(), self.reg()
        if not index.startswith('%'):
            self.emit('mov.u32 \t%s, %d' % (r, 4 * int(index)))
        else:
            self.emit('shl.b32 \t%s, %s, 2' % (r, index))
        b = self.reg()
        self.emit('mov.u32 \t%s, mem_%s' % (b, self.program.label))
        self.emit('add.u32 \t%s, %s, %s' % (s, b, r))
        if self.shape in ('plain', 'memory') or self.random.random() < 0.2:
            self.emit('cvt.u64.u32 \t%s, %s' % (d, s))
            self.emit('cvta.shared.u64 \t%s, %s' % (a, d))
            return '[%s]' % a, '', 'cta'
        return '[%s]' % s, '.shared', 'cta'

    def fence(self):
        # a fence of a wide scope orders what the narrower flags need as well
        self.emit(self.random.choice(['fence.acq_rel.gpu', 'membar.gl', 'fence.sc.gpu', 'fence.acq_rel.sys']))

    # -- statements

    def body(self, statements):
        for s in statements:
            getattr(self, 'do_' + s[0])(*s[1:])

    def do_set(self, name, e):
        r = self.value(e)
        if not r.startswith('%') or (self.shape in ('ssa', 'rotated') and r in self.env.values()) or self.shape == 'plain':
            m = self.reg()
            self.emit('mov.u32 \t%s, %s' % (m, r))
            r = m
        self.put(name, r)

    def moves(self, phi):
        """Copies the values that the variables have here to the registers of the meeting."""
        todo = [(phi[x], self.env[x]) for x in sorted(phi)]
        if any(a in [t[0] for t in todo] for _, a in todo): # swaps
            fresh = []
            for to, a in todo:
                m = self.reg()
                self.emit('mov.u32 \t%s, %s' % (m, a))
                fresh.append((to, m))
            todo = fresh
        for to, a in todo:
            if to != a:
                self.emit('mov.u32 \t%s, %s' % (to, a))

    def meeting(self, names):
        """Registers for the variables that differ where paths meet; none in memory."""
        return {} if self.shape == 'memory' else {x: self.reg() for x in names if x in self.env}

    def met(self, phi):
        for x in sorted(phi):
            r = phi[x]
            if self.shape == 'plain':
                r = self.reg()
                self.emit('mov.u32 \t%s, %s' % (r, phi[x]))
            self.env[x] = r

    def block(self, label):
        """The next block, which is jumped to in shape `plain`."""
        if self.shape == 'plain':
            self.jump(label)
        self.at(label)

    def do_if(self, cond, then, other):
        phi = self.meeting(assigned(then) | assigned(other))
        yes, no, end = self.label(), self.label(), self.label()
        if self.shape == 'plain':
            self.branch(cond, yes, no)
            self.at(yes)
        else:
            self.branch((NEGATED[cond[0]], cond[1], cond[2]), no)
        before = dict(self.env)
        self.body(then)
        self.moves(phi)
        self.jump(end)
        if self.shape != 'memory':
            self.env = before
        self.at(no)
        kept = dict(self.env)
        self.body(other)
        self.moves(phi)
        if self.shape != 'memory':
            self.env = {x: self.env[x] for x in kept}
        self.block(end)
        self.met(phi)

    def do_for(self, name, count, body):
        names = assigned(body) | {name}
        zero = self.reg()
        self.emit('mov.u32 \t%s, 0' % zero)
        self.put(name, zero)
        head, latch, out, start = self.label(), self.label(), self.label(), self.label()
        phi, leave, again = self.meeting(names), self.meeting(names), self.meeting(names)
        rotated = self.shape == 'rotated'
        inline = self.shape == 'ssa' and self.random.random() < 0.5 # `continue` goes to the header itself
        if rotated:
            skip = self.label()
            self.branch(('lt', ('v', name), count), skip)
            self.moves(leave)
            self.jump(out)
            self.at(skip)
        self.moves(phi)
        self.block(head)
        self.met(phi)
        if not rotated:
            gone = self.label()
            self.branch(('lt', ('v', name), count), start, gone)
            self.at(gone)
            self.moves(leave)
            self.jump(out)
            self.at(start)
        self.loops.append((name, phi, head, again, latch, leave, out, inline))
        self.body(body)
        if not inline:
            self.moves(again)
            self.block(latch)
            self.met(again)
        self.step(name)
        if rotated:
            more = self.label()
            self.branch(('lt', ('v', name), count), more)
            self.moves(leave)
            self.jump(out)
            self.at(more)
        self.loops.pop()
        self.moves(phi)
        self.jump(head)
        self.at(out)
        self.met(leave)

    def step(self, name):
        x, r = self.get(name), self.reg()
        self.emit('add.u32 \t%s, %s, 1' % (r, x))
        self.put(name, r)

    def aside(self, cond, how):
        """If the condition holds, how() ends the path; else it goes on."""
        on = self.label()
        self.branch((NEGATED[cond[0]], cond[1], cond[2]), on)
        before = dict(self.env)
        how()
        if self.shape != 'memory':
            self.env = before
        self.at(on)

    def do_break(self, cond):
        _, _, _, _, _, leave, out, _ = self.loops[-1]
        self.aside(cond, lambda: (self.moves(leave), self.jump(out)))

    def do_continue(self, cond):
        name, phi, head, again, latch, _, _, inline = self.loops[-1]

        def go():
            if inline:
                self.step(name)
                self.moves(phi)
                self.jump(head)
            else:
                self.moves(again)
                self.jump(latch)
        self.aside(cond, go)

    def do_leave(self, cond):
        self.aside(cond, self.finish)

    def finish(self):
        x = None
        for name in ACCUMULATORS:
            if x is None:
                x = self.get(name)
                continue
            r = self.reg()
            self.emit('mad.lo.u32 \t%s, %s, 31, %s' % (r, x, self.get(name)))
            x = r
        self.emit('st.global.u32 \t[%%OUT], %s' % x)
        self.emit(self.random.choice(['ret', 'exit']))

    def do_wait(self, place, mask, op, e):
        inside = self.random.random() < 0.5 # the address, and what it waits for, are computed in the loop
        at = None if inside else self.address(place)
        want = None if inside else self.value(e)
        p = self.random.random()

        def load():
            nonlocal want
            text, space, scope = at or self.address(place)
            r = self.reg()
            if p < 0.4:
                self.emit('ld.volatile%s.u32 \t%s, %s' % (space, r, text))
            elif p < 0.6:
                self.emit('ld.acquire.%s%s.u32 \t%s, %s' % (scope, space, r, text))
            elif p < 0.8:
                self.emit('ld.relaxed.%s%s.u32 \t%s, %s' % (scope, space, r, text))
            else:
                self.emit('atom%s.add.u32 \t%s, %s, 0' % (space, r, text))
            if mask != 0xffffffff:
                m = self.reg()
                self.emit('and.b32 \t%s, %s, %d' % (m, r, mask))
                r = m
            if inside:
                want = self.value(e)
            return r
        head, out = self.label(), self.label()
        self.block(head)
        r = load()
        self.until(op, r, want, head, out)

    def until(self, op, r, want, head, out):
        p = self.reg('p')
        self.emit('setp.%s.u32 \t%s, %s, %s' % (NEGATED[op], p, r, want))
        if self.shape in ('plain', 'memory'):
            q, more = self.reg('p'), self.label()
            self.emit('not.pred \t%s, %s' % (q, p))
            self.emit('@%s bra \t%s' % (q, out))
            self.jump(more)
            self.at(more)
            if self.random.random() < 0.1:
                self.emit('nanosleep.u32 \t20')
            self.jump(head)
        elif self.random.random() < 0.2:
            self.emit('@!%s bra \t%s' % (p, out))
            self.emit('nanosleep.u32 \t20')
            self.jump(head)
        else:
            self.emit('@%s bra \t%s' % (p, head))
        self.block(out)

    def do_lock(self, place):
        head, out = self.label(), self.label()
        text, space, _ = self.address(place)
        self.block(head)
        r = self.reg()
        if self.random.random() < 0.5:
            self.emit('atom%s.cas.b32 \t%s, %s, 0, 1' % (space, r, text))
        else:
            self.emit('atom%s.exch.b32 \t%s, %s, 1' % (space, r, text))
        self.until('eq', r, '0', head, out)

    def do_unlock(self, place):
        text, space, _ = self.address(place)
        r = self.reg()
        if self.random.random() < 0.5:
            self.emit('atom%s.exch.b32 \t%s, %s, 0' % (space, r, text))
        else:
            self.emit('st.volatile%s.u32 \t%s, 0' % (space, text))

    def do_tick(self, place):
        text, space, _ = self.address(place)
        r = self.reg()
        self.emit('atom%s.add.u32 \t%s, %s, 1' % (space, r, text))

    def do_red(self, place, e):
        x = self.value(e)
        text, space, _ = self.address(place)
        self.emit('red%s.add.u32 \t%s, %s' % (space, text, x))

    def load(self, name, place, how):
        text, space, _ = self.address(place)
        r = self.reg()
        self.emit('ld%s%s.u32 \t%s, %s' % (how, space, r, text))
        self.put(name, r)

    def do_ld(self, name, place):
        self.load(name, place, self.random.choice(['', '.volatile']))

    def do_see(self, name, place):
        self.load(name, place, '.volatile')

    def do_st(self, place, e):
        x = self.value(e)
        text, space, _ = self.address(place)
        self.emit('st%s%s.u32 \t%s, %s' % (self.random.choice(['', '.volatile']), space, text, x))

    def do_flag(self, place, e):
        x = self.value(e)
        text, space, scope = self.address(place)
        how = self.random.choice(['st.volatile', 'st.volatile', 'st.release.' + scope, 'st.relaxed.' + scope])
        self.emit('%s%s.u32 \t%s, %s' % (how, space, text, x))

    def do_fence(self):
        self.fence()

    def do_nap(self):
        self.emit('nanosleep.u32 \t%d' % self.random.choice([5, 100]))

    def do_warpsync(self):
        self.emit('bar.warp.sync \t-1')

    def do_bar(self):
        self.emit('bar.sync \t0')

    # -- calls: everything that the body knows goes there; what it may change comes back

    def do_call(self, body):
        known = sorted(x for x in self.env if x not in INPUTS)
        back = [x for x in known if x in assigned(body)]
        name = 'f_%s_%d' % (self.name, len(self.module.functions))
        f = Function(self.module, name, self.program, self.shape, self.random)
        f.make_callee(body, known, back)
        args = ['tid', 'lane', 'cta', 'n', 'salt'] + known
        self.lines.append('\t{')
        self.lines.append('\t.param .b64 pglob;')
        self.emit('st.param.b64 \t[pglob], %GLOB')
        for i, x in enumerate(args):
            self.lines.append('\t.param .b32 p%d;' % i)
            self.emit('st.param.b32 \t[p%d], %s' % (i, self.get(x)))
        self.lines.append('\t.param .align 4 .b8 result[%d];' % (4 * max(len(back), 1)))
        self.emit('call.uni \t(result), %s, (pglob%s)' % (name, ''.join(', p%d' % i for i in range(len(args)))))
        for i, x in enumerate(back):
            r = self.reg()
            self.emit('ld.param.b32 \t%s, [result+%d]' % (r, 4 * i))
            self.put(x, r)
        self.lines.append('\t}')

    def make_callee(self, body, known, back):
        args = ['tid', 'lane', 'cta', 'n', 'salt'] + known
        head = '.func (.param .align 4 .b8 out[%d]) %s(.param .b64 %s_g%s)' % (
            4 * max(len(back), 1), self.name, self.name, ''.join(', .param .b32 %s_%d' % (self.name, i)
                                                                 for i in range(len(args))))
        self.emit('ld.param.b64 \t%%GLOB, [%s_g]' % self.name)
        for i, x in enumerate(args):
            r = self.reg()
            self.emit('ld.param.b32 \t%s, [%s_%d]' % (r, self.name, i))
            self.put(x, r)
        self.body(body)
        for i, x in enumerate(back):
            self.emit('st.param.b32 \t[out+%d], %s' % (4 * i, self.get(x)))
        self.emit('ret')
        self.module.functions.append(self.text(head))

    def text(self, head, before=''):
        out = [head, '{', '\t.reg .pred \t%%p<%d>;' % (self.count['p'] + 1),
               '\t.reg .b32 \t%%r<%d>;' % (self.count['r'] + 1), '\t.reg .b64 \t%%d<%d>;' % (self.count['d'] + 1),
               '\t.reg .b64 \t%GLOB, %OUT, %SP, %SPL;']
        if before:
            out.append(before)
        if self.shape == 'memory':
            out += ['\t.local .align 4 .b8 \tdepot_%s[%d];' % (self.name, max(self.depot, 4)),
                    '\tmov.u64 \t%%SPL, depot_%s;' % self.name, '\tcvta.local.u64 \t%SP, %SPL;']
        return '\n'.join(out + self.lines + ['}', ''])

    def make_kernel(self):
        p = self.program
        name = self.name
        self.emit('ld.param.u64 \t%%d1, [%s_out]' % name)
        self.emit('ld.param.u64 \t%%GLOB, [%s_glob]' % name)
        self.count['d'] = 2
        self.count['r'] = 9
        self.emit('ld.param.u32 \t%%r1, [%s_n]' % name)
        self.emit('ld.param.u32 \t%%r2, [%s_salt]' % name)
        self.emit('mov.u32 \t%r3, %tid.x')
        self.emit('and.b32 \t%r4, %r3, 31')
        self.emit('mov.u32 \t%r5, %ctaid.x')
        self.emit('mad.lo.u32 \t%%r6, %%r5, %d, %%r3' % p.block)
        self.emit('mul.wide.u32 \t%d2, %r6, 4')
        self.emit('add.s64 \t%OUT, %d1, %d2')
        if p.words['s']:
            zero, on = self.label(), self.label()
            self.emit('mov.u32 \t%r7, %r3')
            self.at(zero)
            self.emit('setp.ge.u32 \t%%p1, %%r7, %d' % p.words['s'])
            self.count['p'] = 1
            self.emit('@%%p1 bra \t%s' % on)
            self.emit('shl.b32 \t%r8, %r7, 2')
            self.emit('mov.u32 \t%%r9, mem_%s' % p.label)
            self.emit('add.u32 \t%r8, %r9, %r8')
            self.emit('st.shared.u32 \t[%r8], 0')
            self.emit('add.u32 \t%%r7, %%r7, %d' % p.block)
            self.jump(zero)
            self.at(on)
            self.emit('bar.sync \t0')
        for x, r in (('n', '%r1'), ('salt', '%r2'), ('tid', '%r3'), ('lane', '%r4'), ('cta', '%r5')):
            self.put(x, r)
        for x in ACCUMULATORS:
            r = self.reg()
            self.emit('mov.u32 \t%s, 0' % r)
            self.put(x, r)
        self.body(p.body)
        self.finish()
        head = '.visible .entry %s(.param .u64 %s_out, .param .u64 %s_glob, .param .u32 %s_n, .param .u32 %s_salt)' % (
            (name,) * 5)
        return self.text(head)


class Module:
    def __init__(self, programs):
        """programs: list of (program, shape)."""
        self.functions, self.variables, kernels = [], [], []
        for i, (p, shape) in enumerate(programs):
            p.label = str(i)
            if p.words['s']:
                self.variables.append('.shared .align 8 .b8 mem_%d[%d];' % (i, 4 * p.words['s']))
            kernels.append(Function(self, 'k%d' % i, p, shape, random.Random(p.seed * 4 + SHAPES.index(shape))).make_kernel())
        self.text = '\n'.join(['.version 8.0', '.target sm_90', '.address_size 64', '', *self.variables, '',
                               *self.functions, *kernels])
