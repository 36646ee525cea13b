'use strict';
// What pages with charts have in common, whatever they show: colours of the screen and of paper, sizes, tables.
const charts = (() => {
  const all = [];
  let ink = '#000'; // of what is drawn at the moment
  const element = id => document.getElementById(id);
  const number = value => value >= 100 ? Math.round(value).toLocaleString('en')
    : value >= 10 ? value.toFixed(1) : value.toFixed(2);

  function theme(print) {
    const dark = !print && matchMedia('(prefers-color-scheme: dark)').matches;
    return dark ? {ink: '#e6e8eb', soft: '#9aa3ad', faint: '#666e78', line: '#30353c', paper: '#1c1f24'}
      : {ink: '#1c1f24', soft: '#5d6570', faint: '#a0a8b1', line: '#dde1e6', paper: '#ffffff'};
  }

  /**
   * Draws a chart whenever its size or the colours change; `option` gets colours, whether it is narrow, and what
   * all charts have; `where` is an element or its id, `height` in pixels unless it is the usual.
   */
  function chart(where, option, height = 0) {
    const holder = typeof where === 'string' ? element(where) : where;
    if (height) {
      holder.style.height = height + 'px';
    }
    const title = document.createElement('h3');
    holder.before(title);
    const made = {holder, chart: echarts.init(holder, null, {renderer: 'svg'})};
    made.draw = print => {
      // The paper's size is known before it is laid out: see page.css.
      made.chart.resize(print ? {width: 680, height: height || 340} : {width: 'auto', height: 'auto'});
      const width = print ? 680 : holder.clientWidth;
      const t = theme(print);
      ink = t.ink;
      const narrow = width < 600;
      const base = {
        animation: false,
        textStyle: {fontFamily: 'system-ui, sans-serif', color: t.ink},
        tooltip: {confine: true, backgroundColor: t.paper, borderColor: t.line, textStyle: {color: t.ink, fontSize: 12}},
        legend: {type: 'scroll', bottom: 0, textStyle: {color: t.ink, fontSize: narrow ? 11 : 12},
          itemWidth: narrow ? 14 : 25, itemGap: narrow ? 7 : 10, inactiveColor: t.faint, pageTextStyle: {color: t.soft}, pageIconColor: t.ink, pageIconInactiveColor: t.line},
        grid: {left: 8, right: 24, top: 28, bottom: 44, containLabel: true},
      };
      const {title: words, ...drawn} = {...base, ...option(t, narrow, base)};
      title.textContent = words ?? '';
      title.hidden = !words;
      if (print && drawn.legend.selected) {
        // Nobody turns a page of the legend on paper, nor touches a name to have it shown.
        const named = [...new Set(drawn.series.map(each => each.name))];
        drawn.legend = {...drawn.legend, type: 'plain', itemGap: 7, itemWidth: 18, data: named, selected: {}};
        drawn.grid = {...drawn.grid, bottom: 24 + 20 * Math.ceil(named.length / 6)};
      }
      made.chart.setOption(drawn, true);
    };
    made.draw(false);
    all.push(made);
  }

  const axis = (t, more) => ({
    axisLine: {lineStyle: {color: t.soft}}, axisLabel: {color: t.soft, hideOverlap: true},
    splitLine: {lineStyle: {color: t.line}}, nameTextStyle: {color: t.soft}, ...more});

  function table(id, head, rows) {
    const holder = element(id);
    const line = (cells, tag) => {
      const row = document.createElement('tr');
      cells.forEach((cell, i) => {
        const made = document.createElement(tag);
        made.textContent = cell.text ?? cell;
        made.setAttribute('data-label', head[i]); // for narrow pages, which have no row of heads
        if (cell.goodness !== undefined) {
          made.style.background = `color-mix(in oklab, ${cell.goodness > .5 ? '#2a9d5c' : '#d1495b'} ${
            Math.round(Math.abs(cell.goodness - .5) * 76)}%, transparent)`;
        }
        row.append(made);
      });
      return row;
    };
    holder.append(line(head, 'th'));
    rows.forEach(row => holder.append(line(row, 'td')));
  }

  function redraw(print) {
    all.forEach(each => each.draw(print));
  }

  let pending = 0;
  addEventListener('resize', () => {
    clearTimeout(pending);
    pending = setTimeout(() => redraw(false), 100);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw(false));
  addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach(each => { each.open = true; });
    redraw(true);
  });
  addEventListener('afterprint', () => redraw(false));
  return {element, number, chart, axis, table, redraw, ink: () => ink};
})();
