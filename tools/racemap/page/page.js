// The page of a report: from the data of HtmlReport.cpp to what is seen.
//
// Kernels are <details>, whose bodies are made when they are opened, so that
// thousands of kernels cost a line each. Before printing, those with findings
// are opened.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const kernels = data.results.kernels;

/// An element: its attributes, then its children, which can be text.
function make(name, attributes, ...children) {
  const svg = ['svg', 'g', 'line', 'rect', 'circle', 'text', 'title', 'path',
               'desc'].includes(name);
  const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', name)
                : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    e.setAttribute(key, value);
  e.append(...children.flat().filter(c => c !== null && c !== undefined));
  return e;
}

const triple = t => '(' + t.join(',') + ')';
const fileOf = path => path.split('/').pop();
const plural = (n, word) =>
  n + ' ' + word + (n === 1 ? '' : word.endsWith('s') ? 'es' : 's');

const isOfARun = context => context.origin.split(',')[0] === 'run';

/// A run shows races; that it shows none proves nothing.
function verdictOf(k) {
  const proved = k.contexts.filter(c => !isOfARun(c));
  return k.contexts.some(c => c.verdict === 'racy') ? 'racy'
       : proved.some(c => c.verdict === 'unknown') ||
         k.contexts.length && !proved.length ? 'unknown' : 'race-free';
}

function threadText(t) {
  return 'thread ' + triple(t.threadIdx) + ' of block ' + triple(t.blockIdx);
}

// ---- The source ------------------------------------------------------------

/// The word that begins at a column (from 1), or nothing.
function wordAt(text, column) {
  const rest = text.slice(column - 1);
  const word = /^(\w+|\S)/.exec(rest);
  return word ? word[0].length : 0;
}

function row(number, text, kind, column) {
  const content = [];
  const length = kind === 'hit' && column ? wordAt(text, column) : 0;
  if (length)
    content.push(text.slice(0, column - 1),
                 make('u', {}, text.slice(column - 1, column - 1 + length)),
                 text.slice(column - 1 + length));
  else
    content.push(text);
  return make('span', { class: 'row ' + kind },
              make('span', { class: 'no' }, String(number)), content, '\n');
}

/// The lines around one, as far as they are known.
function listing(file, line, column, around = 5) {
  const lines = data.sources[file];
  if (!lines || !lines[line])
    return make('p', { class: 'quiet' }, 'The source ' + file + ' is not here.');
  const rows = [];
  for (let i = line - around; i <= line + around; ++i)
    if (lines[i] !== undefined)
      rows.push(row(i, lines[i], i === line ? 'hit' : '', column));
  return make('pre', { tabindex: '0', 'aria-label': file + ', line ' + line },
              rows);
}

function callList(access) {
  if (!access.calls)
    return null;
  return make('ul', { class: 'calls' }, access.calls.map(
    c => make('li', {}, 'in ' + c.function + ', called at ' + c.file + ':' +
                        c.line)));
}

function side(access, thread, which) {
  const who = which === 'first' ? 'First thread' : 'Second thread';
  const what = access.op + (access.bytes ? ' of ' + plural(access.bytes, 'byte')
                                         : '');
  return make('section', { class: 'side ' + which },
    make('p', {}, make('b', {}, who + ': ' + what), ' ',
         thread ? threadText(thread) : '', make('br'),
         make('span', { class: 'place' }, access.file + ':' + access.line)),
    listing(access.file, access.line, access.column), callList(access));
}

function sides(f) {
  const threads = f.witness.threads || [];
  const second = f.accesses[1] || (threads.length > 1 ? f.accesses[0] : null);
  return make('div', { class: 'sides' },
    side(f.accesses[0], threads[0], 'first'),
    second ? side(second, threads[1], 'second') : null);
}

// ---- The way of two threads ------------------------------------------------

const line = (x1, y1, x2, y2, kind) =>
  make('line', { x1, y1, x2, y2, class: kind });
const label = (x, y, text, kind = '', anchor = 'start') =>
  make('text', { x, y, class: kind, 'text-anchor': anchor }, text);

const ruler = document.createElement('canvas').getContext('2d');
ruler.font = '13px system-ui, "DejaVu Sans", sans-serif'; // as in page.css
const widthOf = text => ruler.measureText(text).width;

/// A label that takes no more room: of a longer text, its ends are shown, and
/// all of it is the title.
function fitted(x, y, text, room, kind = '', anchor = 'start') {
  let short = text;
  for (let kept = text.length; kept && widthOf(short) > room; --kept)
    short = text.slice(0, kept / 2) + '\u2026' + text.slice(-Math.ceil(kept / 2));
  return make('text', { x, y, class: kind, 'text-anchor': anchor },
              short === text ? null : make('title', {}, text), short);
}

/// Labels of a row around their places, as many as there is room for in it; the
/// named ones first, which are always there.
function placed(all, y, room) {
  const taken = [];
  return [...all].sort((a, b) => !!b.named - !!a.named).map(t => {
    const half = widthOf(t.text) / 2 + 4;
    const x = Math.min(Math.max(t.x, half), room - half);
    if (!t.named && taken.some(o => Math.abs(o.x - x) < o.half + half))
      return '';
    taken.push({ x, half });
    return label(x, y, t.text, t.kind, 'middle');
  });
}

function valuesText(values) {
  const all = Object.entries(values || {}).map(([k, v]) => k + ' = ' + v);
  return all.length ? ', ' + all.join(', ') : '';
}

const passageText = p => 'barrier, line ' + p.line + valuesText(p.values);

/// Long ways are shown by their ends.
function shortened(way) {
  if (way.length <= 7)
    return way.map(p => ({ text: passageText(p) }));
  const left = way.length - 6;
  return [...way.slice(0, 3).map(p => ({ text: passageText(p) })),
          { text: plural(left, 'more barrier'), isGap: true },
          ...way.slice(-3).map(p => ({ text: passageText(p) }))];
}

/// Barriers that both pass are bars across both lanes; between the last of them
/// and what comes next is the interval in which the two meet.
function wayDrawing(f) {
  const ways = f.witness.ways, threads = f.witness.threads;
  if (!ways || ways.length < 2 || f.accesses.length < 2)
    return null;
  const [first, second] = ways.map(shortened);
  const steps = Math.max(first.length, second.length);
  const x = [250, 450], top = 60, step = 30, meet = top + step * (steps + 1) + 22;
  const height = meet + 62;
  const drawing = make('svg', { viewBox: '0 0 700 ' + height, width: 700,
                                role: 'img', class: 'way' },
    make('title', {}, 'The way of the two threads to the conflict'),
    make('desc', {}, 'Both threads begin at the kernel\u2019s entry. The first passes ' +
      plural(ways[0].length, 'barrier') + ', the second ' +
      plural(ways[1].length, 'barrier') +
      '. Then they meet with nothing between them.'));
  const last = top + step * steps;
  drawing.append(make('rect', { x: 110, y: last + 6, width: 480,
                                height: meet - last + 26, class: 'interval' }));
  threads.forEach((t, i) => {
    const kind = i ? 'second' : 'first', anchor = i ? 'start' : 'end';
    const at = x[i] + (i ? 14 : -14);
    drawing.append(line(x[i], top - 12, x[i], meet, 'lane ' + kind),
      label(at, top - 40, 'thread ' + triple(t.threadIdx), kind, anchor),
      label(at, top - 24, 'of block ' + triple(t.blockIdx), kind, anchor));
  });
  drawing.append(label(350, top - 4, 'entry of the kernel', 'dim', 'middle'));
  for (let i = 0; i < steps; ++i) {
    const y = top + step * (i + 1) - 8, a = first[i], b = second[i];
    const both = a && b && a.text === b.text;
    if (a)
      drawing.append(line(x[0] - 10, y, both ? x[1] + 10 : x[0] + 10, y,
                          a.isGap ? 'lane dim' : 'barrier'));
    if (b && !both)
      drawing.append(line(x[1] - 10, y, x[1] + 10, y, 'barrier'));
    if (both)
      drawing.append(fitted(350, y - 5, a.text, 190, 'dim', 'middle'));
    else {
      if (a) drawing.append(fitted(x[0] - 16, y + 4, a.text, 230, 'dim', 'end'));
      if (b) drawing.append(fitted(x[1] + 16, y + 4, b.text, 230, 'dim'));
    }
  }
  f.accesses.slice(0, 2).forEach((a, i) => {
    const anchor = i ? 'start' : 'end';
    drawing.append(make('circle', { cx: x[i], cy: meet, r: 6, class: 'clash' }),
      label(x[i] + (i ? 14 : -14), meet + 5, a.op + ', line ' + a.line,
            i ? 'second' : 'first', anchor));
  });
  drawing.append(line(x[0], meet, x[1], meet, 'clash-line'),
    fitted(350, meet - 7, (f.array || '') + elementText(f), 180, '', 'middle'),
    label(350, meet + 24, f.scope === 'grid' ? 'no order between these blocks'
                                             : 'no barrier between',
          'dim', 'middle'));
  return make('figure', { tabindex: '0' }, drawing);
}

// ---- Which threads touch which elements ------------------------------------

const unitOf = f => f.elementBytes || (f.accesses[0] && f.accesses[0].bytes) || 1;

function elementText(f) {
  const a = f.witness.address;
  return a === null || a === undefined ? '' : '[' + Math.floor(a / unitOf(f)) + ']';
}

/// Pairs of a thread and an element, for each access; at least the witness's.
function touchesOf(f) {
  const unit = unitOf(f), w = f.witness;
  const same = (a, b) => a.threadIdx.join() === b.threadIdx.join() &&
                         a.blockIdx.join() === b.blockIdx.join();
  const all = f.touches.map(([site, address, ...where]) => {
    const who = { threadIdx: where.slice(0, 3), blockIdx: where.slice(3) };
    const element = Math.floor(address / unit);
    return { site, who, element,
             named: w.threads[site] && same(w.threads[site], who) &&
                    element === Math.floor(w.address / unit) };
  });
  (w.threads || []).forEach((t, i) => {
    if (t && !all.some(x => x.site === i && x.named))
      all.push({ site: i, who: t, element: Math.floor(w.address / unit),
                 named: true });
  });
  return all;
}

/// As many elements around the conflict as there is room for.
function elementsShown(touches, hot, most = 24) {
  const used = touches.map(t => t.element).sort((a, b) => a - b);
  const low = Math.max(used[0], hot - most / 2);
  const high = Math.min(used[used.length - 1], low + most - 1);
  return [low, Math.max(high, hot)];
}

/// Each once, in the order of what they touch.
function threadsOf(touches, site, low, high) {
  const seen = new Map();
  const mine = touches.filter(t => t.site === site && t.element >= low &&
                                   t.element <= high);
  for (const t of mine.sort((a, b) => a.element - b.element))
    seen.set(triple(t.who.blockIdx) + triple(t.who.threadIdx), t.who);
  return [...seen.values()];
}

function addressDrawing(f) {
  const w = f.witness;
  if (w.address === null || w.address === undefined || !w.threads ||
      !w.threads.length || !w.threads.every(t => t))
    return null;
  const touches = touchesOf(f), hot = Math.floor(w.address / unitOf(f));
  const [low, high] = elementsShown(touches, hot);
  const count = high - low + 1, room = 700;
  const cell = Math.min(46, (room - 20) / count), left = (room - cell * count) / 2;
  const y = 112, center = e => left + (e - low + .5) * cell;
  const rows = [threadsOf(touches, 0, low, high),
                threadsOf(touches, 1, low, high)];
  const drawing = make('svg', { viewBox: '0 0 700 250', width: room,
                                role: 'img', class: 'addresses' },
    make('title', {}, 'Which threads touch which elements of ' + f.array),
    make('desc', {}, w.threads.map(threadText).join(' and ') +
      ' touch element ' + hot + ' of ' + f.array));
  const spread = (n, i) => room / 2 + (i - (n - 1) / 2) *
    Math.min((room - 60) / Math.max(n - 1, 1), 90);
  const blocks = new Set(touches.map(t => t.who.blockIdx.join())).size > 1;
  const rowKind = ['first', 'second'];
  for (const named of [false, true]) // those of the witness in front
    for (const t of touches) {
      if (!!t.named !== named || t.element < low || t.element > high)
        continue;
      // Nobody stands far from what he touches.
      const at = center(t.element), other = t.site ? y + 78 : y - 50;
      const all = rows[t.site], me = all.findIndex(
        x => x.threadIdx.join() === t.who.threadIdx.join() &&
             x.blockIdx.join() === t.who.blockIdx.join());
      drawing.append(line(spread(all.length, me), other, at,
                          t.site ? y + 30 : y,
                          'link ' + rowKind[t.site] + (named ? ' named' : '')));
    }
  const numbers = [];
  for (let e = low; e <= high; ++e) {
    drawing.append(
      make('rect', { x: left + (e - low) * cell, y, width: cell, height: 30,
                     class: 'cell' + (e === hot ? ' hot' : '') }));
    if (e === hot || count <= 12 || (e - low) % 4 === 0)
      numbers.push({ x: center(e), text: String(e), named: e === hot,
                     kind: e === hot ? '' : 'dim' });
  }
  drawing.append(...placed(numbers, y + 20, room));
  rows.forEach((threads, site) => {
    const kind = rowKind[site], at = site ? y + 94 : y - 56;
    const who = w.threads[site], stride = Math.ceil(threads.length / 16);
    const names = threads.map((t, i) => {
      const named = who && who.threadIdx.join() === t.threadIdx.join() &&
                    who.blockIdx.join() === t.blockIdx.join();
      const isLong = named || threads.length < 4;
      return { x: spread(threads.length, i), named, kind: named ? kind : 'dim',
               text: isLong ? threadName(t, blocks) : shortName(t) };
    });
    drawing.append(...placed(names.filter((t, i) => t.named || i % stride === 0),
                             at, room));
    const access = f.accesses[site] || f.accesses[0];
    if (threads.length)
      drawing.append(label(10, site ? y + 128 : y - 86, (site ? 'second' : 'first') +
        ' access: threads that ' + access.op + ' in line ' + access.line, kind));
  });
  const many = touches.length > w.threads.length;
  return make('figure', { tabindex: '0' }, drawing, make('figcaption', {},
    'Elements of ' + f.array + ' (' + plural(unitOf(f), 'byte') + ' each)' +
    (many ? '; threads near the two of the example, in the same barrier interval'
          : '')));
}

const threadName = (t, blocks) =>
  't' + triple(t.threadIdx) + (blocks ? ' b' + triple(t.blockIdx) : '');
const shortName = t => t.threadIdx[1] || t.threadIdx[2] ? triple(t.threadIdx)
                                                        : String(t.threadIdx[0]);

// ---- A finding -------------------------------------------------------------

function repair(r) {
  if (!r)
    return null;
  const lines = data.sources[r.file] || {}, rows = [];
  for (let i = r.line - 3; i <= r.line + 2; ++i) {
    if (i === r.line)
      rows.push(row('+', ' '.repeat(Math.max(r.column - 1, 0)) + r.insert,
                    'added'));
    if (lines[i] !== undefined)
      rows.push(row(i, lines[i], ''));
  }
  return make('div', { class: 'repair' },
    make('h4', {}, 'Repair' + (r.verified ? ', verified: the race is gone with it'
                                          : '')),
    make('pre', { tabindex: '0', 'aria-label': 'repair at ' + r.file }, rows));
}

function example(f) {
  const w = f.witness, rows = [];
  const add = (what, text) => rows.push(make('tr', {},
    make('th', { scope: 'row' }, what), make('td', {}, text)));
  if (w.blockDim)
    add('launch', 'blockDim ' + triple(w.blockDim) + ', gridDim ' +
                  triple(w.gridDim));
  for (const [name, value] of Object.entries(w.values || {}))
    add(name, String(value));
  for (const i of w.inputs || [])
    add(i.array + '[' + i.index + ']', String(i.value));
  if (w.address !== null && w.address !== undefined)
    add('place', 'byte ' + w.address + ' of ' + f.array);
  return rows.length ? [make('h4', {}, 'Example'),
                        make('div', { class: 'scroll' }, make('table', {}, rows))]
                     : null;
}

/// What a run of the finding's witness has come to.
function confirmation(c) {
  const orders = c.orders ? ' in the usual order of threads and ' + c.orders +
                            ' others' : '';
  const said = {
    confirmed: 'A run of the example reports it' + orders + '.',
    beside: 'A run of the example reports another pair of accesses to the ' +
            'same memory' + orders + '.',
    'not-seen': 'Runs of the example' + orders + ' do not show it.',
    'not-run': 'The example was not run: ' + c.reason + '.',
  };
  return [make('h4', {}, 'The run'),
          make('p', {}, said[c.status] || c.status),
          c.report ? make('pre', { tabindex: '0', 'aria-label': 'report of the run' },
                          c.report) : null];
}

/// "suppressed: all threads write 1" says why, other words what alone.
function reasonOf(hidden) {
  const at = hidden.indexOf(': ');
  return at < 0 ? '' : hidden.slice(at);
}

function finding(shown) {
  const context = kernels[shown.kernel].contexts[shown.context];
  const f = { ...context.findings[shown.finding], touches: shown.touches };
  const way = wayDrawing(f), addresses = addressDrawing(f);
  const badges = [f.certainty, f.space, f.scope && 'between threads of a ' + f.scope,
                  f.confirmed ? 'confirmed by a run' : null,
                  f.benign ? 'same value' : null].filter(x => x);
  return make('article', { class: 'finding', tabindex: '-1' },
    shown.by ? make('p', { class: 'quiet' }, 'Hidden by ' + shown.by +
                    reasonOf(f.hidden)) : null,
    make('h3', {}, shown.text.replace(` (${f.certainty})`, ''), badges.map(b => make('span', { class: 'badge' }, b))),
    make('p', { class: 'quiet' }, 'Context: ' + context.origin),
    sides(f),
    f.explanation ? make('p', {}, f.explanation) : null,
    f.needs ? make('p', {}, 'Race-free only if ', make('code', {}, f.needs)) : null,
    way ? [make('h4', {}, 'The way of the two threads'), way] : null,
    addresses ? [make('h4', {}, 'Addresses'), addresses] : null,
    example(f), f.confirmation ? confirmation(f.confirmation) : null,
    repair(f.repair),
    shown.more ? make('p', { class: 'quiet' }, shown.notes.find(
      n => / more (pair|access)/.test(n.text))?.text || '') : null);
}

// ---- A kernel --------------------------------------------------------------

function contexts(k) {
  const heads = ['Context', 'Verdict', 'blockDim', 'gridDim', 'Pairs free',
                 'racy', 'undecided', 'ms'];
  const numbers = new Set([4, 5, 6, 7]);
  const sizes = d => d ? triple(d) : 'any';
  // A run has a context for each finding, and no pairs.
  const once = [...new Map(k.contexts.map(
    (c, i) => [isOfARun(c) ? c.origin : i, c])).values()];
  const counts = c => isOfARun(c) ? ['', '', '', ''] : [
    c.pairs.free + ' of ' + c.pairs.total, c.pairs.racy, c.pairs.undecided,
    Math.round(c.ms * 10) / 10];
  const cells = c => [c.origin, c.verdict + (c.reason ? ': ' + c.reason : ''),
    sizes(c.blockDim), sizes(c.gridDim), ...counts(c)];
  const kind = i => numbers.has(i) ? { class: 'number' } : {};
  return make('div', { class: 'scroll' }, make('table', {},
    make('thead', {}, make('tr', {}, heads.map(
      (h, i) => make('th', { scope: 'col', ...kind(i) }, h)))),
    make('tbody', {}, once.map(c => make('tr', {}, cells(c).map(
      (x, i) => make('td', i === 1 ? { class: c.verdict } : kind(i),
                     String(x))))))));
}

function listed(title, all) {
  const once = [...new Set(all)];
  return once.length ? [make('h4', {}, title), make('ul', { class: 'plain' },
    once.map(x => make('li', {}, x)))] : null;
}

function statistics(k) {
  const sums = ['total', 'free', 'racy', 'undecided'].map(
    x => k.contexts.reduce((n, c) => n + c.pairs[x], 0));
  const share = sums[0] ? Math.round(100 * sums[1] / sums[0]) : 100;
  const exact = k.accesses ? k.exactAccesses + ' of ' +
    plural(k.accesses, 'access') + ' exact; ' : '';
  const time = k.contexts.reduce((n, c) => n + c.ms, 0);
  return make('p', { class: 'quiet' }, exact + sums[1] + ' of ' +
    plural(sums[0], 'pair') + ' proved free (' + share + ' %); ' +
    Math.round(time) + ' ms');
}

const isOfRun = remark => remark.startsWith('run: ');

/// What a run counted, with what it left alone.
function elision(remark) {
  const all = Number(/accesses in code (\d+)/.exec(remark)?.[1]);
  const sites = Number(/sites (\d+)/.exec(remark)?.[1]);
  const left = all >= sites
    ? `; ${all - sites} of ${plural(all, 'access')} in the code left alone` : '';
  return remark.slice(5) + left;
}

/// What somebody hid is there for who asks.
function folded(hidden) {
  return hidden.length
    ? make('details', { class: 'hidden' },
           make('summary', {}, plural(hidden.length, 'hidden finding')),
           hidden.map(finding))
    : null;
}

function bodyOf(index) {
  const k = kernels[index];
  const mine = shownOf.get(index) || [];
  const undecided = k.contexts.flatMap(c => c.undecided || []).map(
    u => u.accesses.map(a => a.op + ' at ' + fileOf(a.file) + ':' + a.line)
          .join(' and ') + ': ' + u.reason);
  return make('div', { class: 'body' },
    contexts(k), statistics(k),
    listed('Runs of the sanitizer', k.remarks.filter(isOfRun).map(elision)),
    listed('Assumptions', k.contexts.flatMap(c => c.assumptions)),
    mine.filter(s => s.finding !== undefined && !s.by).map(finding),
    folded(mine.filter(s => s.by)),
    listed('Remarks', [...mine.filter(s => s.level === 'remark').map(s => s.text),
                       ...k.remarks.filter(r => !isOfRun(r))]),
    listed('Undecided pairs', undecided),
    listed('Inputs that matter', k.relevantInputs));
}

function fill(details) {
  if (!details.querySelector('.body'))
    details.append(bodyOf(Number(details.dataset.index)));
}

const shownOf = Map.groupBy(data.shown, s => s.kernel);
const countOf = new Map();
for (const [kernel, all] of shownOf) {
  const warnings = all.filter(s => s.level === 'warning').length;
  if (warnings)
    countOf.set(kernel, warnings);
}

/// What is most certain of a kernel's findings, races or not; else its verdict.
const ranks = ['provable', 'input', 'possible', 'hidden', 'unknown', 'race-free'];
function rankOf(k, index) {
  const warned = (shownOf.get(index) || []).filter(s => s.level === 'warning');
  const has = new Set(warned.map(
    s => k.contexts[s.context].findings[s.finding].certainty));
  const verdict = verdictOf(k);
  return ranks.find(r => has.has(r)) || (verdict === 'racy' ? 'hidden' : verdict);
}

function card(k, index) {
  const verdict = verdictOf(k), count = countOf.get(index) || 0;
  const words = [k.name, k.file, ...k.contexts.flatMap(
    c => c.findings.map(f => f.array))].join(' ').toLowerCase();
  const details = make('details', { class: 'kernel', 'data-index': index,
    'data-verdict': verdict, 'data-rank': rankOf(k, index),
    'data-folder': k.file.split('/').slice(0, -1).join('/') || '.',
    'data-words': words, id: 'kernel-' + index },
    make('summary', {},
      make('span', { class: 'verdict ' + verdict }, verdict),
      make('span', { class: 'name' }, k.name),
      make('span', { class: 'place' }, fileOf(k.file) + ':' + k.line +
           (count ? ', ' + plural(count, 'finding') : ''))));
  details.addEventListener('toggle', () => details.open && fill(details));
  return details;
}

// ---- The page --------------------------------------------------------------

const list = document.getElementById('kernels');
const cards = kernels.map(card);
const groups = {
  certainty: { of: c => c.dataset.rank, titles: {
    provable: 'Findings that are provable', input: 'Findings that some inputs show',
    possible: 'Findings that are possible', hidden: 'Findings that are hidden',
    unknown: 'Undecided', 'race-free': 'Race-free' } },
  folder: { of: c => c.dataset.folder, titles: {} },
};

const heading = (title, all) => make('h2', {}, title + ' ',
  make('span', { class: 'quiet' }, plural(all.length, 'kernel')));

/// Groups with their headings; within a folder, the most certain first.
function arrange(by) {
  const rank = c => ranks.indexOf(c.dataset.rank), { of, titles } = groups[by];
  const folder = c => by === 'folder' ? c.dataset.folder : '';
  cards.sort((a, b) => folder(a).localeCompare(folder(b)) || rank(a) - rank(b) ||
                       a.dataset.index - b.dataset.index);
  list.replaceChildren(...[...Map.groupBy(cards, of)].map(
    ([key, all]) => make('section', { class: 'group' },
                         heading(titles[key] || key, all), all)));
  filter();
}
const numberOf = v => cards.filter(c => c.dataset.verdict === v).length;
document.getElementById('summary').append(
  plural(kernels.length, 'kernel') + ': ',
  ...['racy', 'unknown', 'race-free'].flatMap((v, i) => [
    i ? ', ' : '', make('b', { class: v }, numberOf(v) + ' ' + v)]),
  '; ' + plural(data.shown.filter(s => s.level === 'warning').length, 'finding'));

const find = document.getElementById('find');
function filter() {
  const wanted = find.value.toLowerCase();
  for (const c of cards)
    c.hidden = !c.dataset.words.includes(wanted) ||
      !document.querySelector(`#filter [name="${c.dataset.verdict}"]`).checked;
  for (const group of list.children)
    group.hidden = ![...group.querySelectorAll('.kernel')].some(c => !c.hidden);
}
document.getElementById('filter').addEventListener('input', filter);
const order = document.getElementById('order');
order.addEventListener('change', () => arrange(order.value));
function nextOrder() {
  order.value = order.value === 'folder' ? 'certainty' : 'folder';
  arrange(order.value);
}
arrange(order.value);
if (cards.length && cards[0].dataset.verdict !== 'race-free')
  cards[0].open = true;

document.getElementById('filter').addEventListener('submit',
                                                   e => e.preventDefault());

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}
document.getElementById('theme').addEventListener('click', theme);

const keys = document.getElementById('keys');
function help() {
  const box = document.getElementById('help');
  box.hidden = !box.hidden;
  if (!box.hidden)
    box.scrollIntoView({ block: 'nearest' });
  keys.setAttribute('aria-expanded', String(!box.hidden));
}
keys.addEventListener('click', help);

/// The one after (or before) the focus, around the end.
function beside(all, by) {
  const here = document.activeElement;
  const lies = (e, where) => here !== document.body &&
    (here.compareDocumentPosition(e) & (where | Node.DOCUMENT_POSITION_CONTAINS))
      === where;
  return by > 0
    ? all.find(e => lies(e, Node.DOCUMENT_POSITION_FOLLOWING)) || all[0]
    : all.findLast(e => lies(e, Node.DOCUMENT_POSITION_PRECEDING)) || all.at(-1);
}

function go(to) {
  to?.focus();
  to?.scrollIntoView({ block: 'nearest' });
}

const shown = () => cards.filter(c => !c.hidden);
const hasFindings = c => c && countOf.has(Number(c.dataset.index));

function moveKernel(by) {
  go(beside(shown().map(c => c.firstChild), by));
}

/// Within a kernel, then to the next one that has some, which is opened.
function moveFinding(by) {
  const here = document.activeElement.closest?.('.finding');
  const mine = here ? [...here.parentElement.querySelectorAll('.finding')] : [];
  const next = mine[mine.indexOf(here) + by];
  if (here && next)
    return go(next);
  const around = document.activeElement.closest?.('.kernel');
  const card = !here && by > 0 && hasFindings(around)
    ? around : beside(shown().filter(hasFindings), by);
  if (!card)
    return;
  unfold(card);
  go([...card.querySelectorAll('.finding')].at(by > 0 ? 0 : -1));
}

function unfold(card) {
  fill(card);
  card.open = true;
}
const actions = {
  j: () => moveKernel(1), k: () => moveKernel(-1),
  n: () => moveFinding(1), p: () => moveFinding(-1),
  '/': () => find.focus(), o: nextOrder, t: theme, '?': help,
};
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.altKey || e.metaKey)
    return;
  if (e.target === find) {
    if (e.key === 'Escape')
      find.blur();
    return;
  }
  if (actions[e.key]) {
    e.preventDefault();
    actions[e.key]();
  }
});

let openBefore = null; // while the page is printed
addEventListener('beforeprint', () => {
  openBefore ??= cards.filter(c => c.open);
  shown().filter(hasFindings).forEach(unfold);
});
addEventListener('afterprint', () => {
  for (const c of openBefore ? cards : [])
    c.open = openBefore.includes(c);
  openBefore = null;
});
