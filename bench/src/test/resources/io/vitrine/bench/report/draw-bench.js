// Runs the script of a page of results as a browser would, wide, narrow and dark, and for paper, and draws each
// chart by the library in the page. Prints one line a chart: width, title. Arguments: the page.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const page = fs.readFileSync(process.argv[2], 'utf8');
const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(match => match[1]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-page'));
const library = path.join(folder, 'library.js');
fs.writeFileSync(library, scripts[0]);
let real;
try {
  real = require(library);
} finally {
  fs.rmSync(folder, {recursive: true});
}
const markup = page.slice(0, page.indexOf('<script>'));
const ids = new Set([...markup.matchAll(/\sid="([^"]+)"/g)].map(match => match[1]));

function run(width, dark) {
  const listeners = {};
  const elements = {};
  const drawn = [];
  const made = () => ({
    style: {}, children: [], hidden: false, textContent: '', clientWidth: width,
    before(other) { this.title = other; },
    append(...more) { this.children.push(...more); },
    setAttribute(name, value) { this[name] = value; },
  });
  const document = {
    getElementById(id) {
      if (!ids.has(id)) {
        throw new Error('the page has no element ' + id);
      }
      return elements[id] ??= made();
    },
    createElement: made,
    querySelectorAll: () => [],
  };
  const echarts = {
    init(holder) {
      const usual = () => parseInt(holder.style.height ?? '430');
      let size = {width, height: usual()};
      return {
        resize(to) {
          size = {width: to.width === 'auto' ? width : to.width, height: to.height === 'auto' ? usual() : to.height};
        },
        setOption(option) {
          const chart = real.init(null, null, {renderer: 'svg', ssr: true, ...size});
          chart.setOption(option, true);
          const picture = chart.renderToSVGString();
          chart.dispose();
          if (/NaN|undefined|Infinity/.test(picture)) {
            throw new Error(`${holder['aria-label']} has a shape that is no number`);
          }
          drawn.push(`${size.width} ${holder.title?.textContent ?? ''}`);
        },
      };
    },
  };
  const matchMedia = () => ({matches: dark, addEventListener() {}});
  const addEventListener = (kind, then) => { listeners[kind] = then; };
  new Function('document', 'echarts', 'matchMedia', 'addEventListener', scripts[1] + scripts[2])(
    document, echarts, matchMedia, addEventListener);
  listeners.beforeprint();
  listeners.afterprint();
  console.log(drawn.join('\n'));
  const cells = id => elements[id].children.map(row => row.children.map(cell => cell.textContent).join(' | '));
  for (const id of ['glance', 'results', 'peers']) {
    cells(id).forEach(row => console.log(`# ${id}: ${row}`));
  }
  for (const id of ['percentilesPart', 'growthPart']) {
    console.log(`# ${id} hidden: ${elements[id].hidden}`);
  }
  for (const id of ['about', 'machine', 'count']) {
    if (String(elements[id]?.textContent ?? '') === '' || /NaN|undefined|Infinity/.test(elements[id].textContent)) {
      throw new Error(`${id} says: ${elements[id]?.textContent}`);
    }
    console.log(`# ${id}: ${elements[id].textContent}`);
  }
}

run(1000, false);
run(360, true);
