// Runs the script of a page as a browser would, wide, narrow, dark and for paper, and draws each chart by
// the library in the page. Stands before a script that says what to tell of it. Arguments: the page.
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

// Opens the page in a window of this width, then prints it on paper. Each chart that is drawn is told: the element
// that holds it, its size, its picture. What comes back are the elements by id.
function open(width, dark, tell) {
  const listeners = {};
  const elements = {};
  const made = (id = '') => ({
    id, style: {}, children: [], hidden: false, textContent: '', clientWidth: width, listeners: {},
    before(other) { this.title = other; },
    append(...more) { this.children.push(...more); },
    replaceChildren(...all) { this.children = all; },
    add(option) { this.children.push(option); },
    setAttribute(name, value) { this[name] = value; },
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
            throw new Error(`${holder.id || holder['aria-label']} has a shape that is no number`);
          }
          tell(holder, size, picture);
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
  return elements;
}

// Tells texts of the page, which must say something.
function tellTexts(elements, all) {
  for (const id of all) {
    if (String(elements[id]?.textContent ?? '') === '' || /NaN|undefined|Infinity/.test(elements[id].textContent)) {
      throw new Error(`${id} says: ${elements[id]?.textContent}`);
    }
    console.log(`# ${id}: ${elements[id].textContent}`);
  }
}
