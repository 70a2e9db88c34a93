'use strict';
/* Rows of the panes that belong together light up. A row has the line of the PTX it comes from (data-p), of the source (data-s),
 * or both. The row at hand and those of its instruction are hits, those of the same line of source are near. */
for (const kernel of document.querySelectorAll('.kernel')) {
  const panes = [...kernel.querySelectorAll('.pane')];
  const rows = [...kernel.querySelectorAll('.row[data-p], .row[data-s]')];
  const bySource = new Map(), byPtx = new Map();
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
      if (pane.contains(row)) continue;
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
  kernel.addEventListener('focusin', e => { const r = rowOf(e); if (r) light(r, true); });
  kernel.addEventListener('keydown', e => {
    const r = rowOf(e);
    if (!r) return;
    if (!lit.includes(r)) light(r, false);
    const pane = r.closest('.pane'), own = rows.filter(x => pane.contains(x));
    const beside = step => {
      for (let i = panes.indexOf(pane) + step; panes[i]; i += step) {
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
