'use strict';
/* The model of a multiprocessor: tools/page/sm.c once more, so that readers can change its numbers. Names are those of sm.h, and both
 * compute the same integers (tests/tools/page/page.py compares them). */
const smModel = (() => {
  const SELECTED = 0, ELIGIBLE = 1, MATH = 3, LONG = 4, MIO = 6, LG = 7, AT_BARRIER = 8, MEMBAR = 9, RESOLVING = 10, NO_INSTRUCTION = 11, STATES = 12;
  const OWN = 5, SHARED = 5, GLOBAL = 6, NEVER = 0xffffffff, MOST_CYCLES = 20000000, SHOWN_WARPS = 8, SHOWN_CYCLES = 240, MOST_WARPS = 64;
  const run = (input, p, classes) => {
    const id = Object.fromEntries(classes.map((c, i) => [c.name, i]));
    const BARRIER = id.barrier, BRANCH = id.branch, COPY = id.copy, COPY_WAIT = id['copy wait'], FENCE = id.fence;
    const once = (c) => c === COPY_WAIT || c === FENCE || c === BARRIER || c === BRANCH;
    const n = input.warps.length, slots = Math.min(Math.max(p.blocks, 1), Math.max(Math.floor(MOST_WARPS / Math.max(n, 1)), 1));
    const out = { cycles: 0, issued: 0, state: Array(STATES).fill(0), shown: [] };
    const ended = (w) => !w.trace || w.pos >= w.trace.length;
    const size = input.registers * p.copies, warps = [];
    for (let i = 0; i < slots * n; i++) warps.push({ trace: null, slot: 0, pos: 0, last: 0, ready: new Uint32Array(size), kind: new Uint8Array(size) });
    for (let i = 0; i < Math.min(Math.ceil(warps.length / p.schedulers), SHOWN_WARPS); i++) out.shown.push(new Uint8Array(SHOWN_CYCLES).fill(255));
    const own = Array.from({ length: p.schedulers }, () => Array(OWN).fill(0));
    let shared = 0, global = 0, next = 0, left = 0;
    const start = (slot, now) => {
      for (let i = 0; i < n; i++) {
        const w = warps[slot * n + i];
        w.ready.fill(0);
        Object.assign(w, { trace: input.traces[input.warps[i]], slot, pos: 0, copy: 0, wake: now, held: 0, fetched: 0, copies: 0, stores: 0, state: 0, heldState: 0, waiting: false });
        if (!ended(w)) left++;
      }
      next++;
    };
    const stall = (w, state, until) => { w.state = state; w.wake = until; return true; };
    const registers = (w, inst, now) => {
      const base = w.copy * input.registers;
      let latest = now, kind = 0;
      for (const list of [inst.src, inst.dst]) for (const r of list) if (w.ready[base + r] > latest) { latest = w.ready[base + r]; kind = w.kind[base + r]; }
      return latest > now && stall(w, kind, latest);
    };
    const pipe = (w, inst, s, now) => {
      const k = classes[inst.class].pipe;
      if (k < OWN && own[s][k] > now) return stall(w, MATH, own[s][k]);
      if (k === SHARED && shared > now + p.queue) return stall(w, MIO, shared - p.queue);
      return k === GLOBAL && global > now + p.queue && stall(w, LG, global - p.queue);
    };
    const look = (w, s, now) => {
      const at = w.trace[w.pos], inst = input.inst[at >> 1];
      if (w.waiting) stall(w, AT_BARRIER, NEVER);
      else if (w.held > now) stall(w, w.heldState, w.held);
      else if (w.fetched > now) stall(w, NO_INSTRUCTION, w.fetched);
      else if (registers(w, inst, now)) return;
      else if (inst.class === COPY_WAIT && w.copies > now) stall(w, LONG, w.copies);
      else if (inst.class === FENCE && w.stores > now) stall(w, MEMBAR, w.stores);
      else if (!(at & 1) || !pipe(w, inst, s, now)) stall(w, ELIGIBLE, now);
    };
    const block = (slot) => warps.slice(slot * n, slot * n + n);
    const release = (slot, now) => {
      const mine = block(slot);
      if (mine.some(w => !ended(w) && !w.waiting)) return;
      for (const w of mine) if (!ended(w)) Object.assign(w, { waiting: false, held: now + p.latency[BARRIER], heldState: AT_BARRIER, wake: now });
    };
    const use = (inst, s, now) => {
      const k = classes[inst.class].pipe, latency = p.latency[inst.class], interval = p.interval[inst.class];
      if (k < OWN) own[s][k] = now + interval;
      if (k !== SHARED && k !== GLOBAL) return now + latency;
      const from = Math.max(now, k === SHARED ? shared : global);
      const takes = k === SHARED ? Math.max(inst.units, 1) * interval : Math.max(Math.floor((inst.units * 32 + p.bytes - 1) / p.bytes), interval);
      if (k === SHARED) shared = from + takes; else global = from + takes;
      return from + takes - Math.min(takes, 1) + latency;
    };
    const advance = (w, c, now) => {
      if (!once(c) && ++w.copy < p.copies) return;
      w.copy = 0;
      w.pos++;
      if (!ended(w)) return;
      left--;
      release(w.slot, now);
      if (block(w.slot).every(ended) && next < p.total) start(w.slot, now + 1);
    };
    const issue = (w, s, now) => {
      const at = w.trace[w.pos], inst = input.inst[at >> 1], slot = w.slot;
      out.issued++;
      w.last = now + 1;
      w.wake = now + 1;
      if (inst.class === BRANCH && w.pos + 1 < w.trace.length) {
        const taken = inst.gap || w.trace[w.pos + 1] >> 1 !== (at >> 1) + 1;
        w.held = now + 1 + p.branch;
        w.heldState = RESOLVING;
        w.fetched = taken ? w.held + p.fetch : 0;
      } else if (inst.class === BARRIER && at & 1) {
        w.waiting = true;
      } else if (at & 1) {
        const done = use(inst, s, now), base = w.copy * input.registers;
        for (const r of inst.dst) { w.ready[base + r] = done; w.kind[base + r] = classes[inst.class].stall; }
        if (inst.class === COPY) w.copies = Math.max(w.copies, done);
        else if (classes[inst.class].pipe === GLOBAL) w.stores = Math.max(w.stores, done);
      }
      const waits = w.waiting;
      advance(w, inst.class, now);
      if (waits) release(slot, now);
    };
    const choose = (s, now) => {
      let best = null;
      for (let i = s; i < warps.length; i += p.schedulers) {
        const w = warps[i];
        if (ended(w)) continue;
        if (w.wake <= now) look(w, s, now);
        if (w.state === ELIGIBLE && w.wake <= now && (!best || w.last < best.last)) best = w;
      }
      return best;
    };
    for (let s = 0; s < slots && next < p.total; s++) start(s, 0);
    let now = 0;
    while (left && now < MOST_CYCLES) {
      const chosen = [];
      for (let s = 0; s < p.schedulers; s++) { const w = choose(s, now); if (w) w.state = SELECTED; chosen.push(w); }
      let until = now + 1;
      if (!chosen.some(w => w)) {
        until = NEVER;
        for (const w of warps) if (!ended(w) && w.wake < until) until = w.wake;
        if (until !== NEVER) until = Math.max(until, now + 1);
      }
      const cycles = until === NEVER ? 1 : until - now;
      for (const w of warps) if (!ended(w)) out.state[w.state] += cycles;
      out.shown.forEach((row, i) => {
        const w = warps[i * p.schedulers];
        const first = Math.max(now - p.from, 0), end = Math.min(now + cycles - p.from, SHOWN_CYCLES);
        if (first < end) row.fill(ended(w) ? 255 : w.state, first, end);
      });
      chosen.forEach((w, s) => { if (w) issue(w, s, now); });
      now = until;
    }
    out.cycles = now === NEVER ? 0 : now;
    return out;
  };
  return { run, SHOWN_CYCLES };
})();

/* The controls, and the pictures anew when one of them changes. The page comes with the pictures of the defaults. */
for (const box of document.querySelectorAll('.model')) {
  const data = JSON.parse(box.querySelector('script').textContent), input = data.input;
  const { classes, states } = JSON.parse(document.getElementById('sm-tables').textContent);
  for (const i of input.inst) { [i.class, i.units, i.gap, i.src, i.dst] = i; }
  input.traces = input.traces.map(runs => { const t = []; for (let k = 0; k < runs.length; k += 2) for (let i = 0; i < runs[k + 1]; i++) t.push(runs[k] + 2 * i); return t; });
  const defaults = { ...data.params, latency: classes.map(c => c.latency), interval: classes.map(c => c.interval) };
  const brief = (r) => ({ cycles: r.cycles, issued: r.issued, state: r.state });
  const sweepOf = (p) => data.sweep.map(([blocks, copies]) => [blocks, copies, brief(smModel.run(input, { ...p, blocks, total: blocks, copies }, classes))]);
  const settings = { ...defaults, latency: [...defaults.latency], interval: [...defaults.interval] };
  const form = document.createElement('form');
  const field = (label, title, get, set, low, high) => {
    const l = document.createElement('label'), i = document.createElement('input');
    i.type = 'number'; i.min = low; i.max = high; i.value = get(); l.title = title;
    i.oninput = () => { if (i.value !== '' && i.checkValidity()) { set(Math.floor(+i.value)); later(); } };
    l.append(label + ' ', i);
    form.append(l);
  };
  const plain = (name, label, title, low, high) => field(label, title, () => settings[name], v => { settings[name] = v; }, low, high);
  plain('blocks', 'blocks resident', 'blocks of ' + input.warps.length + ' warps that share the multiprocessor', 1, data.most);
  plain('total', 'blocks played', 'where one ends, the next one begins', 1, 64);
  plain('copies', 'copies side by side', 'each warp plays each instruction so often, for different data: instruction-level parallelism', 1, 8);
  plain('schedulers', 'schedulers', 'of the multiprocessor', 1, 16);
  plain('bytes', 'bytes of global memory a cycle', 'for one multiprocessor', 1, 512);
  plain('queue', 'queue of a memory pipe', 'cycles of work that may wait there', 0, 1000);
  plain('branch', 'branch', 'cycles until it is known where it goes', 0, 100);
  plain('fetch', 'fetch', 'cycles until the instruction at its target is there', 0, 100);
  plain('from', 'show from cycle', 'where the picture of the cycles begins', 0, 10000000);
  const used = classes.map((c, k) => input.inst.some(i => i.class === k));
  classes.forEach((c, k) => {
    if (!used[k]) return;
    if (c.latency) field(c.name + ': latency', c.what + '. ' + c.source, () => settings.latency[k], v => { settings.latency[k] = v; }, 0, 5000);
    if (c.interval) field(c.name + ': every', 'cycles that one keeps the pipe. ' + c.source, () => settings.interval[k], v => { settings.interval[k] = v; }, 0, 200);
  });
  form.onsubmit = (e) => e.preventDefault();
  const svg = (width, height, body, label) => '<svg role="img" aria-label="' + label + '" width="' + width + '" height="' + height + '" viewBox="0 0 ' + width + ' ' + height + '">' + body + '</svg>';
  const barOf = (r) => {
    const all = r.state.reduce((a, b) => a + b, 0) || 1;
    let x = 0;
    return svg(720, 22, r.state.map((v, s) => { const w = 720 * v / all, at = x; x += w; return v ? '<rect class="s' + s + '" x="' + at.toFixed(1) + '" y="0" width="' + w.toFixed(1) + '" height="22"><title>' + states[s].name + '</title></rect>' : ''; }).join(''), 'states of warps');
  };
  const ganttOf = (r) => {
    const paths = states.map(() => '');
    r.shown.forEach((row, w) => { for (let t = 0; t < row.length;) { let e = t; while (e < row.length && row[e] === row[t]) e++; if (row[t] < states.length) paths[row[t]] += 'M' + (60 + 4 * t) + ' ' + (10 + 16 * w) + 'h' + 4 * (e - t); t = e; } });
    const names = r.shown.map((_, w) => '<text class=small x=0 y=' + (14 + 16 * w) + '>warp ' + w * settings.schedulers + '</text>').join('');
    return svg(60 + 4 * smModel.SHOWN_CYCLES, 6 + 16 * r.shown.length, names + paths.map((d, s) => d ? '<path class="s' + s + '" d="' + d + '" />' : '').join(''), 'states of the first scheduler\'s warps, cycle by cycle');
  };
  const sweepSvg = (rows) => {
    const x = (b) => 40 + 8 * b * input.warps.length, most = settings.schedulers, y = (v) => 150 - 130 * v / most;
    let body = '<path class="axis" d="M40 20V150H560" /><text class=small x=4 y=26>' + most + '</text><text class=small x=4 y=150>0</text>' + [16, 32, 48, 64].map(w => '<text class=small x=' + (32 + 8 * w) + ' y=165>' + w + '</text>').join('') + '<text class=small x=568 y=154>warps resident</text><text class=small x=44 y=16>instructions a cycle</text>';
    for (const c of [...new Set(rows.map(r => r[1]))]) {
      const mine = rows.filter(r => r[1] === c).map(r => [x(r[0]), y(r[2].issued / Math.max(r[2].cycles, 1))]);
      body += '<polyline class="c' + c + '" points="' + mine.map(p => p[0] + ',' + p[1].toFixed(1)).join(' ') + '" />' + mine.map(p => '<circle class="c' + c + '" cx="' + p[0] + '" cy="' + p[1].toFixed(1) + '" r="3" />').join('');
      body += '<polyline class="c' + c + '" points="566,' + (20 + 16 * c) + ' 582,' + (20 + 16 * c) + '" /><text class=small x="586" y="' + (24 + 16 * c) + '">' + (c === 1 ? '1 copy' : c + ' copies') + '</text>';
    }
    return svg(680, 170, body, 'instructions a cycle by resident warps');
  };
  const sumOf = (r) => {
    const all = r.state.reduce((a, b) => a + b, 0), c = Math.max(r.cycles, 1);
    return r.issued + ' instructions in ' + r.cycles + ' cycles: ' + (r.issued / c).toFixed(2) + ' a cycle. On average ' + (all / c).toFixed(1) + ' warps are there, and one issues every ' +
      (all / Math.max(r.issued, 1)).toFixed(1) + ' cycles: ' + (all / c).toFixed(1) + ' = ' + (r.issued / c).toFixed(2) + ' × ' + (all / Math.max(r.issued, 1)).toFixed(1) + '.';
  };
  const put = (name, html) => { box.querySelector('.' + name).innerHTML = html; };
  const draw = () => {
    const r = smModel.run(input, settings, classes), all = r.state.reduce((a, b) => a + b, 0) || 1, rows = sweepOf(settings);
    box.querySelector('.sum').textContent = sumOf(r);
    put('bars', barOf(r));
    put('gantt', ganttOf(r));
    put('sweep', sweepSvg(rows));
    [...box.querySelectorAll('.states tr')].slice(1).forEach((tr, s) => { tr.lastElementChild.textContent = (100 * r.state[s] / all).toFixed(1) + '%'; });
    for (const tr of box.querySelectorAll('.little tr[data-class]')) {
      const k = +tr.dataset.class, units = +tr.dataset.units, c = classes[k], latency = settings.latency[k];
      const every = c.pipe === 6 ? Math.max(Math.floor((units * 32 + settings.bytes - 1) / settings.bytes), settings.interval[k]) : c.pipe === 5 ? units * settings.interval[k] : settings.interval[k];
      const need = every ? Math.ceil(latency * (c.pipe < 5 ? settings.schedulers : 1) / every) : 0;
      [latency, every, need].forEach((v, i) => { tr.children[2 + i].textContent = v; });
    }
    box.dataset.ran = JSON.stringify([brief(r), rows]);
  };
  let timer = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(draw, 200); };
  let made = false;
  const begin = () => { if (!made && box.open) { made = true; box.querySelector('.sum').before(form); if (!box.querySelector('.gantt svg')) draw(); } };
  box.addEventListener('toggle', begin);
  box.addEventListener('model', draw); /* at once: for tests */
  begin();
}
