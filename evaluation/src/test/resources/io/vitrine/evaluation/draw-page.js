// Runs the script of a page as a browser would, wide, narrow, dark and for paper, and draws each chart by
// the library in the page. Prints one line a chart: width, id, title, number of shapes, length of the picture.
// Arguments: the page.
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
  const made = (id = '') => ({
    id, style: {}, children: [], hidden: false, textContent: '', clientWidth: width, listeners: {},
    before(other) { this.title = other; },
    append(...more) { this.children.push(...more); },
    replaceChildren(...all) { this.children = all; },
    add(option) { this.children.push(option); },
    addEventListener(kind, then) { this.listeners[kind] = then; },
    getContext: () => ({createImageData: (w, h) => ({data: new Array(4 * w * h)}), putImageData() {}}),
  });
  const document = {
    getElementById(id) {
      if (!ids.has(id)) {
        throw new Error('the page has no element ' + id);
      }
      return elements[id] ??= made(id);
    },
    createElement: () => made(),
    querySelectorAll: () => [],
  };
  const echarts = {
    init(holder) {
      let size = {width, height: 430};
      return {
        resize(to) {
          size = {width: to.width === 'auto' ? width : to.width, height: to.height === 'auto' ? 430 : to.height};
        },
        setOption(option) {
          const chart = real.init(null, null, {renderer: 'svg', ssr: true, ...size});
          chart.setOption(option, true);
          const picture = chart.renderToSVGString();
          chart.dispose();
          if (/NaN|undefined|Infinity/.test(picture)) {
            throw new Error(`${holder.id} has a shape that is no number`);
          }
          drawn.push(`${size.width} ${holder.id} "${holder.title?.textContent ?? ''}" ${
            picture.split('<path').length - 1} ${picture.length}`);
        },
      };
    },
  };
  const matchMedia = () => ({matches: dark, addEventListener() {}});
  const addEventListener = (kind, then) => { listeners[kind] = then; };
  const Option = function (text) { this.text = text; };
  new Function('document', 'echarts', 'matchMedia', 'addEventListener', 'Option', scripts[1] + scripts[2])(
    document, echarts, matchMedia, addEventListener, Option);
  listeners.beforeprint();
  listeners.afterprint();
  elements.length.listeners.change({target: {value: '2'}});
  console.log(drawn.join('\n'));
  for (const id of ['about', 'speedLead', 'linesLead', 'floodLead', 'machine', 'chance', 'rounds', 'trials']) {
    if (String(elements[id]?.textContent ?? '') === '' || /NaN|undefined|Infinity/.test(elements[id].textContent)) {
      throw new Error(`${id} says: ${elements[id]?.textContent}`);
    }
    console.log(`# ${id}: ${elements[id].textContent}`);
  }
  console.log(`# summary: ${elements.summary.children.length} rows, matrices: ${elements.matrices.children.length}`);
}

run(1000, false);
run(360, true);
