'use strict';
/*
 * data --> tables            text, by the functions of "Tables"
 *      \-> panels --> draw   one chart each, drawn again for other colours (dark, paper)
 *
 * A strategy has a colour and a shape, a consistency a dash; each number of workers has panels of
 * its own, with the same scales. A canvas says data-drawn="true" if colours of its series are on it.
 */
const data = JSON.parse(document.getElementById('data').textContent);
const runs = data.runs;
const unique = values => [...new Set(values)];
const syncs = unique(runs.map(run => run.sync));
const consistencies = unique(runs.map(run => run.consistency));
const sizes = unique(runs.map(run => run.workers)).sort((a, b) => a - b);
const of = workers => runs.filter(run => run.workers === workers);
const isNumber = value => typeof value === 'number' && Number.isFinite(value);

// ---- Text

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const digits = (value, count) => isNumber(value) ? value.toFixed(count) : '–';
const short = value => String(Number(value.toPrecision(3)));
const count = value => isNumber(value) ? Math.round(value).toLocaleString('en') : '–';
const thousands = value => value >= 1e6 ? short(value / 1e6) + 'M'
    : value >= 1e3 ? short(value / 1e3) + 'k' : short(value);
const power = value => value >= 0.01 && value < 1e4 ? short(value)
    : value.toExponential(1).replace('.0', '');
const bytes = value => {
  if (!isNumber(value)) return '–';
  let unit = 0;
  for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000;
  return short(value) + ' ' + UNITS[unit];
};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const byId = id => document.getElementById(id);

// ---- Looks

const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const SHAPES = [
  ['circle', 'M18 4a4 4 0 1 0 .01 0z'], ['rect', 'M14.5 4.5h7v7h-7z'],
  ['triangle', 'M18 3l4.6 8.5h-9.2z'], ['rectRot', 'M18 3l5 5-5 5-5-5z'],
  ['crossRot', 'M14 4l8 8m0-8l-8 8'], ['cross', 'M18 3v10m-5-5h10'],
];
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (list, index) => { const all = css(list).split(/\s+/); return all[index % all.length]; };
const colourOf = sync => colour('--series', syncs.indexOf(sync));
const shapeOf = sync => SHAPES[syncs.indexOf(sync) % SHAPES.length];
const dashOf = consistency => DASHES[consistencies.indexOf(consistency) % DASHES.length];
const shownAs = run => run.sync + (consistencies.length > 1 ? ', ' + run.consistency : '');

function swatch(run) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'swatch');
  svg.setAttribute('viewBox', '0 0 36 16');
  svg.setAttribute('aria-hidden', 'true');
  const add = (path, dash, fill) => {
    const line = document.createElementNS(svg.namespaceURI, 'path');
    line.setAttribute('d', path);
    line.setAttribute('stroke-width', 2);
    line.setAttribute('stroke-dasharray', dash.join(' '));
    line.style.stroke = colourOf(run.sync);
    line.style.fill = fill;
    svg.append(line);
  };
  add('M0 8h36', dashOf(run.consistency), 'none');
  add(shapeOf(run.sync)[1], [], colourOf(run.sync));
  return svg;
}

// ---- Tables

function table(titles, rows) {
  const head = element('tr', {}, ...titles.map(title => element('th', {scope: 'col'}, title)));
  const body = rows.map(([first, ...cells]) =>
      element('tr', {}, element('th', {scope: 'row'}, ...[first].flat()),
          ...cells.map(cell => cell instanceof Node ? cell : element('td', {}, cell))));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
}

const folded = (title, content) =>
    element('details', {}, element('summary', {}, title), element('div', {class: 'wide'}, content));

function summary() {
  const best = (run, valueOf, shown) => {
    const least = Math.min(...of(run.workers).map(valueOf).filter(isNumber));
    return element('td', valueOf(run) === least ? {class: 'best'} : {}, shown(valueOf(run)));
  };
  const to = ' to ' + digits(data.target, 4);
  byId('summary').append(table(
      ['strategy', 'consistency', 'workers', 'loss', 'accuracy', 'examples' + to, 'seconds' + to,
        'bytes' + to, 'bytes per iteration and worker', 'spectral gap', 'apart at the end', 'seconds'],
      runs.map(run => [
        [swatch(run), ' ' + run.sync], element('td', {class: 'text'}, run.consistency),
        String(run.workers),
        best(run, one => one.result.loss, value => digits(value, 4)),
        digits(run.result.accuracy, 4), best(run, one => one.reached?.examples, count),
        best(run, one => one.reached?.seconds, value => digits(value, 3)),
        best(run, one => one.reached?.bytes, bytes),
        bytes(run.bytesPerIteration), digits(run.result.spectralGap, 4),
        isNumber(run.distance) ? power(run.distance) : '–', digits(run.result.seconds, 3)])));
  byId('target').textContent = `“to ${digits(data.target, 4)}”: what it took until a look at the`
      + ' loss first saw it as low as that'
      + (isNumber(data.wanted) ? '' : ', which is the lowest that every run has seen') + '. Examples'
      + ' and bytes are of all workers. Bold: the least among as many workers.';
  byId('left-out').append(...Object.entries(data.leftOut)
      .map(([what, why]) => element('li', {}, `Left out: ${what}: ${why}`)));
}

/** A value of the curve after each tenth of a run. */
function tenths(run, name) {
  const curve = run.result.curve;
  return [...Array(10).keys()].map(tenth => {
    const point = curve[Math.ceil(curve.length * (tenth + 1) / 10) - 1];
    return point && isNumber(point[name]) ? point[name].toPrecision(3) : '–';
  });
}

const TENTHS = [...Array(10).keys()].map(tenth => (tenth + 1) * 10 + ' %');

function lossTable() {
  byId('loss-table').append(folded('As a table: the loss after each tenth of a run', table(
      ['run', 'examples', 'seconds', 'bytes', ...TENTHS],
      runs.map(run => [run.name, count(run.result.examples), digits(run.result.seconds, 3),
        bytes(run.bytes), ...tenths(run, 'loss')]))));
}

function details() {
  const text = value => value === null ? '–' : typeof value === 'object'
      ? JSON.stringify(value) : String(value);
  byId('runs').append(...runs.map(run => {
    const copy = element('button', {type: 'button'}, 'Copy');
    copy.onclick = () => navigator.clipboard.writeText(run.command)
        .then(() => copy.textContent = 'Copied', () => copy.textContent = 'Select it, please');
    const facts = {...run.result.options};
    if (run.result.mixing) facts.mixing = run.result.mixing;
    if (run.result.lost?.length) facts.lost = run.result.lost;
    return element('article', {}, element('h3', {}, swatch(run), ' ' + run.name),
        element('div', {class: 'command'}, element('pre', {}, run.command), copy),
        folded('All options, as used', table(['option', ''],
            Object.entries(facts).map(([name, value]) => [name, text(value)]))));
  }));
}

// ---- Charts

const panels = []; // {canvas, config: () => configuration of Chart.js}
let charts = [];

function panel(into, title, hint, config) {
  const canvas = element('canvas', {role: 'img', 'aria-label': title + '; the numbers are in a table'});
  const caption = element('figcaption', {}, title);
  if (hint) caption.append(element('small', {}, hint));
  byId(into).append(element('figure', {}, caption, element('div', {class: 'canvas'}, canvas)));
  panels.push({canvas, config});
}

/** The least and most of all panels; logarithmic where most values would else lie in a corner. */
function range(values, far) {
  const all = values.filter(isNumber);
  const positive = all.filter(value => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  const log = positive.length > 0 && high / low > far;
  return log ? {type: 'logarithmic', min: low / 1.15, max: high * 1.15}
      : {type: 'linear', min: Math.min(0, ...all), max: Math.max(...all) * 1.02};
}

function axis(title, shown, bounds = {}) {
  const isRound = value => /^[125]e/.test(value.toExponential());
  const grid = css('--line');
  return {
    ...bounds,
    title: {display: true, text: title, color: css('--faint')},
    border: {color: grid}, grid: {color: grid},
    ticks: {
      color: css('--faint'), maxRotation: 0, autoSkipPadding: 12, includeBounds: false,
      callback: value => bounds.type === 'logarithmic' && !isRound(value) ? null : shown(value),
    },
  };
}

function options(x, y, tip) {
  return {
    animation: false, responsive: true, maintainAspectRatio: false,
    interaction: {mode: 'nearest', intersect: false},
    scales: {x, y},
    plugins: {legend: {display: false}, tooltip: {callbacks: tip}},
  };
}

function series(run, points) {
  const last = points.length - 1;
  const step = Math.max(1, Math.round(points.length / 7));
  return {
    label: shownAs(run), data: points, borderColor: colourOf(run.sync),
    backgroundColor: colourOf(run.sync), borderWidth: 2, borderDash: dashOf(run.consistency),
    pointStyle: shapeOf(run.sync)[0], pointHitRadius: 6,
    pointRadius: at => at.dataIndex === last || at.dataIndex % step === 0 ? 4 : 0,
  };
}

const amount = workers => workers + (workers === 1 ? ' worker' : ' workers');

/** One panel for each number of workers, on the same scales. */
function curves(into, title, [xTitle, xOf, xShown], [yTitle, yOf, yShown], far) {
  const pointsOf = run => run.result.curve
      .map(point => ({x: xOf(point, run), y: yOf(point)}))
      .filter(point => isNumber(point.y) && isNumber(point.x) && point.x > 0);
  const all = runs.flatMap(pointsOf);
  const x = range(all.map(point => point.x), far.x);
  const top = far.cut ? far.cut(all.map(point => point.y)) : Infinity;
  const y = range(all.map(point => Math.min(point.y, top)), far.y);
  if (y.type === 'linear') y.min = Math.min(...all.map(point => point.y)) * 0.95;
  for (const workers of sizes) {
    const shown = of(workers).filter(run => pointsOf(run).length > 0);
    if (shown.length === 0) continue;
    panel(into, title + (sizes.length > 1 ? ', ' + amount(workers) : ''), '', () => ({
      type: 'line',
      data: {datasets: [...shown.map(run => series(run, pointsOf(run))), ...(far.lines || []).map(at => ({
        label: 'compared by', data: [{x: x.min, y: at}, {x: x.max, y: at}], pointRadius: 0,
        pointHitRadius: 0, borderColor: css('--faint'), borderWidth: 1, borderDash: [3, 3],
      }))]},
      options: options(axis(xTitle, xShown, x), axis(yTitle, yShown, y), {
        title: items => items.length ? xShown(items[0].parsed.x) + ' ' + xTitle : '',
        label: item => `${item.dataset.label}: ${power(item.parsed.y)}`,
      }),
    }));
  }
}

const X = {
  examples: ['examples, all workers', point => point.examples, thousands],
  seconds: ['seconds of training', point => point.seconds, value => short(value)],
  bytes: ['sent by all workers', (point, run) => run.bytes * point.examples / run.result.examples, bytes],
};

/** The first losses can be so high that nothing would be seen of the others. */
function cut(losses) {
  const order = losses.slice().sort((a, b) => a - b);
  const top = Math.max(1.25 * order[Math.floor(0.9 * (order.length - 1))], 2 * order[0]);
  if (top < order[order.length - 1]) {
    byId('cut').textContent = `Losses above ${short(top)} are not drawn.`;
  }
  return top;
}

function lossCharts() {
  const loss = ['mean loss', point => point.loss, value => short(value)];
  const how = {x: 1e9, y: 10, cut, lines: isNumber(data.target) ? [data.target] : []};
  curves('loss', 'Loss against examples', X.examples, loss, how);
  curves('loss', 'Loss against seconds', X.seconds, loss, how);
  curves('loss', 'Loss against bytes', X.bytes, loss, {...how, x: 100});
  const silent = runs.filter(run => run.bytes === 0).map(run => run.name);
  if (silent.length) byId('silent').textContent = 'Nothing was sent by ' + silent.join(', ') + '.';
}

/** Lines over the numbers of workers; bars if there is only one. */
function bytesChart() {
  const cases = unique(runs.map(shownAs)).map(name => runs.filter(run => shownAs(run) === name));
  const y = {...range(runs.map(run => run.bytesPerIteration), 20)};
  const sent = (same, workers) => same.find(run => run.workers === workers)?.bytesPerIteration || null;
  panel('bytes', 'Bytes per iteration against workers', 'sent by one worker, on average', () => ({
    type: sizes.length > 1 ? 'line' : 'bar',
    data: {labels: sizes, datasets: cases.map(same => ({
      ...series(same[0], sizes.map(workers => sent(same, workers))), maxBarThickness: 48,
    }))},
    options: options({...axis('workers', index => sizes[index]), type: 'category', offset: true},
        axis('bytes per iteration and worker', bytes, y),
        {label: item => `${item.dataset.label}: ${bytes(item.parsed.y)}`}),
  }));
  byId('bytes').append(element('div', {class: 'wide'}, table(['strategy', ...sizes.map(amount)],
      cases.map(same => [[swatch(same[0]), ' ' + shownAs(same[0])],
        ...sizes.map(workers => bytes(same.find(run => run.workers === workers)?.bytesPerIteration))]))));
}

const PARTS = ['computing', 'waiting', 'communicating'];

function timeCharts() {
  byId('parts').append(...PARTS.map((part, i) => element('span', {},
      element('i', {class: 'block', style: `background:${colour('--parts', i)}`}), part)));
  const all = runs.flatMap(run => run.result.times);
  const most = Math.max(...all.map(time => PARTS.reduce((sum, part) => sum + time[part], 0)));
  for (const run of runs) {
    const times = run.result.times;
    const computing = times.map(time => time.computing);
    const slowest = computing.indexOf(Math.max(...computing));
    const hint = times.length > 1 ? `slowest: worker ${slowest}, ${short(computing[slowest])} s` : '';
    panel('times', run.name, hint, () => ({
      type: 'bar',
      data: {labels: times.map((_, i) => i), datasets: PARTS.map((part, i) => ({
        label: part, data: times.map(time => time[part]), backgroundColor: colour('--parts', i),
        categoryPercentage: 0.9, barPercentage: 0.95,
      }))},
      options: options({...axis('worker', index => index), stacked: true, type: 'category'},
          {...axis('seconds', value => short(value), {type: 'linear', min: 0, max: most}), stacked: true},
          {title: items => items.length ? 'worker ' + items[0].label : '',
            label: item => `${item.dataset.label}: ${short(item.parsed.y)} s`}),
    }));
  }
  byId('times-table').append(folded('As a table', table(['run', 'worker', ...PARTS],
      runs.flatMap(run => run.result.times.map((time, i) =>
          [run.name, String(i), ...PARTS.map(part => digits(time[part], 3) + ' s')])))));
}

function distanceCharts() {
  const apart = runs.filter(run => run.result.curve.some(point => point.distance > 0));
  if (apart.length === 0) {
    byId('apart').hidden = true;
    return;
  }
  curves('distance', 'Consensus distance against examples', X.examples,
      ['distance, by the norm of the mean', point => point.distance > 0 ? point.distance : NaN, power],
      {x: 1e9, y: 10});
  byId('distance-note').textContent = 'Where all workers have the same weights there is no distance,'
      + ' and no line.';
  byId('distance-table').append(folded('As a table: the distance after each tenth of a run', table(
      ['run', ...TENTHS], apart.map(run => [run.name, ...tenths(run, 'distance')]))));
}

/** Buttons that hide and show a series in all charts. */
function legends() {
  for (const legend of document.querySelectorAll('.legend')) {
    for (const name of unique(runs.map(shownAs))) {
      const button = element('button', {type: 'button', 'aria-pressed': 'true', 'data-series': name},
          swatch(runs.find(run => shownAs(run) === name)), name);
      button.onclick = () => show(name, button.getAttribute('aria-pressed') === 'false');
      legend.append(button);
    }
  }
}

function show(name, visible) {
  for (const button of document.querySelectorAll('.legend button')) {
    if (button.dataset.series === name) button.setAttribute('aria-pressed', visible);
  }
  for (const chart of charts) {
    chart.data.datasets.forEach((set, i) => set.label === name && chart.setDatasetVisibility(i, visible));
    chart.update();
  }
}

// ---- Drawing

/** Whether a colour of a series is on the canvas; axes alone do not count. */
function isDrawn(chart) {
  const {width, height} = chart.canvas;
  const pixels = new Uint32Array(chart.ctx.getImageData(0, 0, width, height).data.buffer);
  return chart.data.datasets.some(set => {
    const [, r, g, b] = /^#(..)(..)(..)$/.exec(set.backgroundColor || '') || [];
    return r && pixels.includes(parseInt('ff' + b + g + r, 16));
  });
}

function draw() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  charts.forEach(chart => chart.destroy());
  charts = panels.map(({canvas, config}) => {
    const chart = new Chart(canvas, config());
    canvas.dataset.drawn = isDrawn(chart);
    return chart;
  });
}

/** Swatches have colours of their own, which change with those of the charts. */
function redraw() {
  for (const id of ['summary', 'loss', 'bytes', 'parts', 'times', 'distance', 'runs', 'left-out',
    'loss-table', 'times-table', 'distance-table']) byId(id).replaceChildren();
  document.querySelectorAll('.legend').forEach(legend => legend.replaceChildren());
  panels.length = 0;
  page();
}

function page() {
  const used = runs[0].result.options;
  const from = used.data?.length ? used.data.join(', ') : 'examples that are made up';
  byId('training').textContent = [from, `${used.optimizer}, ${used.loss} loss`,
    used.epochs && `${used.epochs} epochs`, used.batch && `batches of ${used.batch} a worker`,
    used.rate && `rate ${used.rate}` + (used.rate === 'auto' ? ', found by each run for itself' : ''),
    `workers are ${used.launch}`].filter(Boolean).join(' · ');
  byId('advice').textContent = data.advice.join(' ');
  const {cores, java, system} = data.machine;
  byId('machine').textContent = `Measured on ${cores} cores, ${system}, Java ${java}.`;
  const columns = sizes.length === 1 ? 3 : Math.min(3, sizes.length);
  byId('loss').style.setProperty('--columns', columns);
  byId('distance').style.setProperty('--columns', sizes.length === 1 ? 2 : columns);
  summary();
  lossCharts();
  lossTable();
  bytesChart();
  timeCharts();
  distanceCharts();
  details();
  legends();
  draw();
}

page();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('beforeprint', () => {
  document.documentElement.classList.add('on-paper');
  redraw();
});
addEventListener('afterprint', () => {
  document.documentElement.classList.remove('on-paper');
  redraw();
});
