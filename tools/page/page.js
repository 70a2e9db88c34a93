'use strict';
/* Rows of the panes that belong together light up. A row has the line of the PTX it comes from (data-p), of the source (data-s),
 * or both. The row at hand and those of its instruction are hits, those of the same line of source are near. */
for (const kernel of document.querySelectorAll('.kernel')) {
  const panes = [...kernel.querySelectorAll('.pane')];
  const rows = [...kernel.querySelectorAll('.row[data-p], .row[data-s]')];
  const bySource = new Map(), byPtx = new Map();
  for (const r of rows) r.tabIndex = -1;
  const add = (map, key, row) => { if (key) (map.get(key) || map.set(key, []).get(key)).push(row); };
  for (const r of rows) { add(bySource, r.dataset.s, r); add(byPtx, r.dataset.p, r); }
  let lit = [], held = null;
  const dark = () => { for (const r of lit) r.classList.remove('hit', 'near'); lit = []; kernel.classList.remove('lit'); };
  const light = (row, scroll) => {
    dark();
    const near = bySource.get(row.dataset.s) || [], hits = row.dataset.p ? byPtx.get(row.dataset.p) : near;
    for (const r of near) r.classList.add('near');
    for (const r of hits) r.classList.add('hit');
    for (const r of near) if (r.id.includes('s')) r.classList.add('hit');
    lit = near.concat(hits);
    kernel.classList.add('lit');
    if (!scroll) return;
    for (const pane of panes) {
      if (pane.contains(row) || !pane.offsetParent) continue;
      const to = hits.find(r => pane.contains(r)) || near.find(r => pane.contains(r));
      const box = pane.querySelector('.code');
      if (to) box.scrollTop = to.offsetTop - box.offsetTop - box.clientHeight / 3;
    }
  };
  const rowOf = e => { const r = e.target.closest('.row[data-p], .row[data-s]'); return r && kernel.contains(r) ? r : null; };
  const hold = row => { held = row; light(row, true); row.focus({ preventScroll: true }); };
  const release = () => { held = null; dark(); };
  kernel.addEventListener('mouseover', e => { const r = rowOf(e); if (r && !held) light(r, false); });
  kernel.addEventListener('mouseleave', () => { if (!held) dark(); });
  kernel.addEventListener('click', e => {
    if (e.target.closest('a')) return;
    const r = rowOf(e);
    if (r) held === r ? release() : hold(r);
  });
  kernel.addEventListener('light', e => { held = e.target; light(e.target, true); const box = e.target.closest('.code');
    box.scrollTop = e.target.offsetTop - box.offsetTop - box.clientHeight / 3; });
  kernel.addEventListener('focusin', e => { const r = rowOf(e); if (r) light(r, true); });
  kernel.addEventListener('keydown', e => {
    const r = rowOf(e);
    if (!r) return;
    if (!lit.includes(r)) light(r, false);
    const pane = r.closest('.pane'), own = rows.filter(x => pane.contains(x));
    const beside = step => {
      for (let i = panes.indexOf(pane) + step; panes[i]; i += step) {
        if (!panes[i].offsetParent) continue; /* it is not shown */
        const to = lit.find(x => panes[i].contains(x) && x.classList.contains('hit')) || lit.find(x => panes[i].contains(x));
        if (to) return to;
      }
    };
    const to = { ArrowDown: () => own[own.indexOf(r) + 1], ArrowUp: () => own[own.indexOf(r) - 1],
                 ArrowRight: () => beside(1), ArrowLeft: () => beside(-1) }[e.key];
    if (to) { const x = to(); e.preventDefault(); if (x) { held = null; x.focus(); light(x, true); } }
    else if (e.key === 'Enter' && !e.target.closest('a')) hold(r);
    else if (e.key === 'Escape') release();
  });
  for (const pane of panes) { const first = rows.find(r => pane.contains(r)); if (first) first.tabIndex = 0; }
}

/* What an instruction does, beside it: the words at the end of the page. The keyboard comes to rows, which have the link. */
{
  const tip = document.createElement('div'), INSTRUCTION = 'a[href^="#i-"]';
  let of = null;
  tip.className = tip.id = 'tip'; tip.role = 'tooltip'; tip.hidden = true;
  document.body.append(tip);
  for (const a of document.querySelectorAll('.row ' + INSTRUCTION)) a.tabIndex = -1;
  const hide = () => { tip.hidden = true; if (of) of.removeAttribute('aria-describedby'); of = null; };
  const explain = (link, who) => {
    hide();
    const word = link && document.getElementById(link.hash.slice(1));
    if (!word) return;
    tip.replaceChildren(word.firstElementChild.cloneNode(true), ' ' + word.nextElementSibling.textContent);
    tip.hidden = false;
    of = who;
    of.setAttribute('aria-describedby', tip.id);
    const at = link.getBoundingClientRect(), below = at.bottom + 6;
    tip.style.left = Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = (below + tip.offsetHeight > innerHeight ? at.top - tip.offsetHeight - 6 : below) + 'px';
  };
  document.addEventListener('mouseover', e => { const a = e.target.closest(INSTRUCTION); if (a || of) explain(a, a); });
  document.addEventListener('focusin', e => explain(e.target.matches(':focus-visible') ? e.target.querySelector(':scope > ' + INSTRUCTION) : null, e.target));
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', e => { if (e.key === 'Escape') hide(); });
}

/* The stepper. Each step is [line of the PTX, active lanes, lanes that passed the guard, registers, shared words]; the state at a step
 * is what all steps up to it left, so going back starts from a state that was kept on the way. */
for (const box of document.querySelectorAll('.stepper')) {
  const kernel = box.closest('.kernel'), scripts = [...box.querySelectorAll('script')];
  let steps, cut, kept;
  const make = (tag, cls, text) => { const e = document.createElement(tag); e.className = cls || ''; e.textContent = text || ''; return e; };
  const lanesOf = (text) => {
    const parts = text.split(' ');
    if (parts.length === 32) return parts;
    const affine = /^(0x[0-9a-f]+|\d+):(\d+)$/.exec(text);
    if (!affine) return Array(32).fill(text);
    const base = BigInt(affine[1]), by = BigInt(affine[2]), hex = affine[1].startsWith('0x');
    return Array.from({ length: 32 }, (_, l) => { const v = base + by * BigInt(l); return hex ? '0x' + v.toString(16) : v.toString(); });
  };
  const on = (mask, lane) => mask >> lane & 1;
  const apply = (state, step) => {
    for (const [name, text] of Object.entries(step[3])) {
      const old = state.regs.get(name) || Array(32).fill(''), now = lanesOf(text);
      state.regs.set(name, old.map((v, l) => on(step[2], l) && now[l] !== '-' ? now[l] : v));
    }
    for (const [at, word] of Object.entries(step[4] || {})) state.shared.set(+at, word);
  };
  const copy = (s) => ({ regs: new Map(s.regs), shared: new Map(s.shared) });
  const EVERY = 64;
  const load = (i) => {
    ({ steps, cut } = JSON.parse(scripts[i].textContent));
    kept = [{ regs: new Map(), shared: new Map() }];
    for (let k = 0, s = copy(kept[0]); k < steps.length; k++) { apply(s, steps[k]); if (k % EVERY === EVERY - 1) kept.push(copy(s)); }
  };
  load(0);
  const stateAt = (i) => { const s = copy(kept[Math.floor((i + 1) / EVERY)]); for (let k = Math.floor((i + 1) / EVERY) * EVERY; k <= i; k++) apply(s, steps[k]); return s; };
  const bar = make('div', 'bar'), slider = document.createElement('input'), where = make('span'), at = make('code', 'at');
  slider.type = 'range'; slider.min = 0; slider.setAttribute('aria-label', 'step');
  const which = document.createElement('select');
  which.setAttribute('aria-label', 'warp');
  scripts.forEach((s, i) => which.add(new Option(s.dataset.warp, i)));
  which.onchange = () => { load(+which.value); show(0, true); };
  const lanes = make('div', 'lanes'), state = make('div', 'state'), regs = make('table', 'regs'), shared = make('table', 'shared');
  lanes.setAttribute('role', 'img'); where.setAttribute('role', 'status');
  for (let l = 0; l < 32; l++) lanes.append(make('span', '', String(l)));
  state.append(regs, shared);
  let now = 0;
  const parted = (i, by) => { let k = i; do k += by; while (steps[k] && steps[k][1] === steps[i][1]); return steps[k] ? k : i; };
  const row = (cells, cls, tag) => { const r = make('tr', cls); cells.forEach((c, i) => r.append(make(i ? tag || 'td' : 'th', '', c))); return r; };
  const show = (i, scroll) => {
    now = Math.min(Math.max(i, 0), steps.length - 1);
    const step = steps[now], s = stateAt(now), ptx = kernel.querySelector('.pane.ptx .row[data-p="' + step[0] + '"]');
    slider.max = steps.length - 1;
    slider.value = now;
    where.textContent = 'step ' + (now + 1) + ' of ' + steps.length + (cut ? ' that were recorded; it went on' : '');
    at.textContent = ptx ? ptx.textContent.slice(ptx.firstChild.textContent.length).trim() : 'a function that is called, line ' + step[0];
    [...lanes.children].forEach((c, l) => { c.className = on(step[2], l) ? 'on' : on(step[1], l) ? 'off' : ''; });
    lanes.setAttribute('aria-label', [...lanes.children].filter(c => c.className === 'on').length + ' of 32 lanes execute it');
    regs.replaceChildren(row(['register', ...Array.from({ length: 32 }, (_, l) => 'lane ' + l)], '', 'th'));
    for (const [name, v] of [...s.regs].sort((a, b) => (b[0] in step[3]) - (a[0] in step[3]))) {
      const same = v.every(x => x === v[0]), r = row(same ? [name, v[0] + ' (all)'] : [name, ...v], name in step[3] ? 'new' : '');
      if (same) r.lastChild.colSpan = 32;
      regs.append(r);
    }
    shared.replaceChildren();
    if (s.shared.size) {
      shared.append(row(['shared', ...Array.from({ length: 8 }, (_, k) => '+' + 4 * k)], '', 'th'));
      const first = new Set([...s.shared.keys()].map(a => a - a % 32));
      for (const a of [...first].sort((x, y) => x - y)) {
        const r = row([a]);
        for (let k = 0; k < 8; k++) {
          const word = s.shared.get(a + 4 * k), cell = make('td', step[4] && a + 4 * k in step[4] ? 'new' : '');
          if (word !== undefined) {
            const f = new Float32Array(new Uint32Array([word]).buffer)[0], small = Math.abs(f) > 1e-6 && Math.abs(f) < 1e9;
            cell.textContent = word < 65536 || word > 0xffff0000 ? String(word | 0) : small ? String(+f.toPrecision(6)) : '0x' + word.toString(16);
          }
          r.append(cell);
        }
        shared.append(r);
      }
    }
    if (scroll && ptx) ptx.dispatchEvent(new CustomEvent('light', { bubbles: true }));
    if (scroll) box.closest('.bench').scrollIntoView({ block: 'nearest' });
  };
  const button = (text, title, to) => { const b = make('button', '', text); b.type = 'button'; b.title = title; b.setAttribute('aria-label', title); b.onclick = () => show(to(), true); bar.append(b); };
  button('|<', 'to the start', () => 0);
  button('<<', 'back to where the active lanes were others', () => parted(now, -1));
  button('<', 'one instruction back', () => now - 1);
  button('>', 'one instruction on', () => now + 1);
  button('>>', 'on to where the active lanes change', () => parted(now, 1));
  slider.oninput = () => show(+slider.value, true);
  bar.append(slider, where);
  if (scripts.length > 1) bar.prepend(which);
  scripts[scripts.length - 1].after(bar, at, lanes, state);
  kernel.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches('select, input')) return;
    const to = { n: now + 1, p: now - 1, N: parted(now, 1), P: parted(now, -1) }[e.key];
    if (to !== undefined) show(to, true);
  });
  show(0, false);
}
