(() => {
  const {element, chart, axis, table} = charts;
  const OWN = 'vitrine';
  const palette = ['#d1495b', '#2f78c4', '#2a9d5c', '#e08e2b', '#7e57c2', '#00897b', '#c2558f', '#6d8b2f', '#8d6e63',
    '#546e7a', '#b0803a', '#5c6bc0', '#9e9d24', '#26a6b8', '#a1547a', '#78909c'];
  // bench.html?part=growth&of=get,put&by=entries shows one part, of some measurements: what pictures are made of.
  const asked = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  const part = asked.get('part');
  const wanted = asked.get('of')?.split(',');
  const results = figures.results.filter(each => Number.isFinite(each.value) && (!wanted || wanted.includes(each.bench)));
  const systems = [...new Set([OWN, ...results.map(each => each.system)])];
  const colour = name => palette[systems.indexOf(name.split(' ')[0]) % palette.length];
  // Parameters along which cost may grow.
  const SCALES = ['entries', 'elements', 'value', 'threads', 'length', 'writers', 'subscribers', 'processes']
    .filter(scale => !asked.get('by') || asked.get('by').split(',').includes(scale));
  // Of several files each result says from which it is.
  const runs = figures.runs ?? [{file: '', machine: figures.machine}];
  const from = each => each.file ? ` (${each.file})` : '';
  const isRate = unit => unit.endsWith('/s');
  const short = value => value >= 1e9 ? +(value / 1e9).toPrecision(3) + 'G' : value >= 1e6 ? +(value / 1e6).toPrecision(3) + 'M'
    : value >= 1e4 ? +(value / 1e3).toPrecision(3) + 'K' : value >= 1000 ? Math.round(value).toLocaleString('en')
    : String(+value.toPrecision(3));

  function grouped(rows, key) {
    const groups = new Map();
    rows.forEach(row => {
      const name = key(row);
      groups.get(name)?.push(row) ?? groups.set(name, [row]);
    });
    return groups;
  }

  const without = (params, ...names) => Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const key = value => JSON.stringify(Object.entries(value).sort());

  /** Conditions in a few words; those that are the same for all of `among` are left out. */
  function words(params, among) {
    const parts = Object.entries(params).filter(([name, value]) =>
      !among || among.some(other => other.params[name] !== value));
    return parts.map(([name, value]) => typeof value !== 'number' ? (/^(key|where|call|what|form|function|how|example|percentile)$/.test(name) ? value : `${name} ${value}`)
      : name === 'value' ? `${short(value)} B` : name === 'length' || name === 'stuck' ? `${name} ${short(value)}`
      : `${short(value)} ${value === 1 ? name.replace(/ies$/, 'y').replace(/(ss)?e?s$/, '$1') : name}`).join(', ');
  }

  /** What is the same for all. */
  function common(among) {
    const [first] = among;
    return words(Object.fromEntries(Object.entries(first.params).filter(([name, value]) =>
      among.every(other => other.params[name] === value))));
  }

  function holderIn(id, label) {
    const holder = document.createElement('div');
    holder.className = 'chart';
    holder.setAttribute('role', 'img');
    holder.setAttribute('aria-label', label);
    element(id).append(holder);
    return holder;
  }

  // --- At a glance ---------------------------------------------------------------------------

  function glance() {
    const compared = results.filter(each => each.system !== OWN && each.ratio > 0);
    const columns = [...new Set(compared.map(each => each.system))].sort((a, b) => systems.indexOf(a) - systems.indexOf(b));
    const rows = [];
    grouped(compared, each => each.bench).forEach((found, bench) => {
      rows.push([bench, ...columns.map(system => {
        const ratios = found.filter(each => each.system === system).map(each => each.ratio);
        if (!ratios.length) {
          return '';
        }
        const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
        const low = short(Math.min(...ratios)), high = short(Math.max(...ratios));
        return {text: short(mean) + (low === high ? '' : ` (${low} – ${high})`),
          goodness: Math.max(0, Math.min(1, .5 + Math.log2(mean) / 5))};
      })]);
    });
    table('glance', ['', ...columns], rows);
  }

  // --- Ratios --------------------------------------------------------------------------------

  /** Thin lines from the lowest to the highest sample. */
  const spread = (name, data, horizontal, offset) => ({
    name, type: 'custom', silent: true, z: 5, tooltip: {show: false}, color: colour(name), data,
    encode: horizontal ? {x: [1, 2], y: 0} : {x: 0, y: [1, 2]},
    renderItem: (params, api) => {
      const at = value => api.coord(horizontal ? [value, api.value(0)] : [api.value(0), value]);
      const from = at(api.value(1)), to = at(api.value(2));
      const shift = horizontal ? offset(api) : 0;
      const line = {type: 'line', shape: {x1: from[0], y1: from[1] + shift, x2: to[0], y2: to[1] + shift},
        style: {stroke: horizontal ? charts.ink() : api.visual('color'), opacity: .65, lineWidth: 1}};
      if (!horizontal) {
        return line;
      }
      // The ratio stands behind bar and line, wherever they end.
      const end = Math.max(to[0], at(api.value(3))[0], at(1)[0]) + 4;
      return {type: 'group', children: [line, {type: 'text', style: {text: short(api.value(3)), x: end, y: to[1] + shift,
        fontSize: 9, verticalAlign: 'middle', fill: charts.ink()}}]};
    },
  });

  function ratios() {
    grouped(results, each => each.bench).forEach((found, bench) => {
      const compared = found.filter(each => each.ratio > 0);
      const others = systems.filter(name => name !== OWN && compared.some(each => each.system === name));
      if (!others.length) {
        return;
      }
      const topics = [...grouped(compared, each => key(each.params) + each.unit).values()]
        .filter(topic => topic.length > 1 && topic.some(each => each.system === OWN));
      if (!topics.length) {
        return;
      }
      const among = topics.flat();
      const names = topics.map(topic => words(topic[0].params, among) || bench);
      const of = (system, i) => topics[i].find(each => each.system === system);
      const perRow = Math.max(22, 9 * others.length + 8);
      const row = others.map(name => topics.map((topic, i) => of(name, i)));
      const all = among.filter(each => each.system !== OWN).map(each => each.ratio);
      const title = bench + (common(among) && topics.length > 1 ? ': ' + common(among) : names.length === 1 && common(among) ? ': ' + common(among) : '');
      chart(holderIn('ratios', 'Ratios of ' + bench), (t, narrow, base) => ({
        title,
        tooltip: {...base.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: items => {
          const i = items[0].dataIndex;
          return names[i] + '<br>' + topics[i].map(each => `${each.system} ${short(each.value)} ${each.unit} [${
            short(each.low)} .. ${short(each.high)}]${each.system === OWN ? '' : ', x ' + short(each.ratio)}${from(each)}`).join('<br>');
        }},
        legend: {...base.legend, data: others},
        grid: {...base.grid, top: 8, right: 36},
        xAxis: axis(t, {type: 'log', logBase: 2, min: Math.min(.5, ...all.map(ratio => ratio * .7)), max: Math.max(2, ...all.map(ratio => ratio * 1.6)),
          axisLabel: {color: t.soft, hideOverlap: true, formatter: short, showMinLabel: false, showMaxLabel: false}}),
        yAxis: axis(t, {type: 'category', inverse: true, data: names, axisLabel: {color: t.ink, interval: 0,
          fontSize: narrow ? 9 : 11, width: narrow ? 110 : 300, overflow: 'break', lineHeight: 12}}),
        series: [...others.map((name, s) => ({name, type: 'bar', barGap: '10%', barCategoryGap: '25%', barMaxWidth: 14, color: colour(name),
          data: row[s].map(each => each ? each.ratio : null),
          markLine: s ? undefined : {silent: true, symbol: 'none', lineStyle: {color: t.ink, type: 'dashed'},
            label: {show: false}, data: [{xAxis: 1}]}})),
        ...others.map((name, s) => spread(name, row[s].flatMap((each, i) => {
          if (!each) {
            return [];
          }
          // What it was compared with, which may be in another file than what is shown of Vitrine.
          const base = isRate(each.unit) ? each.value * each.ratio : each.value / each.ratio;
          return [!(each.low < each.high) || !(each.low > 0) ? [i, each.ratio, each.ratio, each.ratio]
            : isRate(each.unit) ? [i, base / each.high, base / each.low, each.ratio] : [i, each.low / base, each.high / base, each.ratio]];
        }), true, api => {
          const layout = api.barLayout({count: others.length, barGap: '10%', barCategoryGap: '25%', barMaxWidth: 14});
          return layout[s].offsetCenter;
        }))],
      }), 76 + topics.length * perRow + (topics.length < 3 ? 24 : 0));
    });
  }

  // --- Percentiles ---------------------------------------------------------------------------

  const place = name => name === 'max' || name === 'worst' ? 101 : parseFloat(String(name).replace(/^p/, ''));

  function percentiles() {
    const found = results.filter(each => each.params.percentile !== undefined && Number.isFinite(place(each.params.percentile)));
    let drawn = 0;
    grouped(found, each => each.bench + key(without(each.params, 'percentile')) + each.unit).forEach(rows => {
      const places = [...new Set(rows.map(each => String(each.params.percentile)))].sort((a, b) => place(a) - place(b));
      if (places.length < 2) {
        return;
      }
      drawn++;
      const {bench, unit, params} = rows[0];
      lines('percentiles', `${bench}: ${[words(without(params, 'percentile')), unit].filter(Boolean).join('; ')}`, rows,
        each => each.system, each => places.indexOf(String(each.params.percentile)), places, unit);
    });
    element('percentilesPart').hidden = !drawn;
  }

  // --- Growth --------------------------------------------------------------------------------

  const placesOf = (rows, scale) => [...new Set(rows.map(each => each.params[scale]))].sort((a, b) => a - b);

  /**
   * The rows of each chart, all under the same conditions. Sizes of values that were measured with other numbers of
   * entries share one, which so has all of these.
   */
  function growing(scale) {
    const found = results.filter(each => typeof each.params[scale] === 'number' && each.params.percentile === undefined);
    const kind = (each, ...names) => each.bench + key(without(each.params, scale, 'function', ...names)) + each.unit;
    const grown = [...grouped(found, each => kind(each)).values()].filter(rows => placesOf(rows, scale).length > 1);
    return scale !== 'entries' ? grown : [...grouped(grown, rows => kind(rows[0], 'value')).values()].flatMap(sizes =>
      new Set(sizes.map(rows => String(placesOf(rows, scale)))).size > 1 ? [sizes.flat()] : sizes);
  }

  function growth() {
    let drawn = 0;
    for (const scale of SCALES) {
      growing(scale).forEach(rows => {
        drawn++;
        const {bench, unit, params} = rows[0];
        const places = placesOf(rows, scale);
        const apart = ['function', ...new Set(rows.map(each => each.params.value)).size > 1 && scale !== 'value' ? ['value'] : []];
        lines('growth', `${bench} by ${scale}: ${[words(without(params, scale, ...apart)), unit].filter(Boolean).join('; ')}`, rows,
          each => [each.system, ...apart.filter(name => each.params[name]).map(name => words({[name]: each.params[name]}))].join(' '),
          each => each.params[scale], places, unit, places.length > 2);
      });
    }
    element('growthPart').hidden = !drawn;
  }

  function lines(id, title, rows, nameOf, placeOf, places, unit, numeric) {
    const names = [...new Set(rows.map(nameOf))];
    const dashes = ['solid', 'dashed', 'dotted'];
    const drawn = names.map((name, i) => {
      const own = rows.filter(each => nameOf(each) === name && each.value > 0).sort((a, b) => placeOf(a) - placeOf(b));
      const at = each => numeric ? placeOf(each) : typeof places[0] === 'number' ? places.indexOf(placeOf(each)) : placeOf(each);
      const before = names.slice(0, i).filter(other => other.split(' ')[0] === name.split(' ')[0]).length;
      return {name, dash: dashes[before % dashes.length], points: own.map(each => [at(each), each.value, from(each)]),
        ranges: own.filter(each => each.low < each.high && each.low > 0).map(each => [at(each), each.low, each.high])};
    }).filter(each => each.points.length);
    const all = drawn.flatMap(each => [...each.points.map(point => point[1]), ...each.ranges.flatMap(range => range.slice(1))]);
    if (!all.length) {
      return;
    }
    chart(holderIn(id, title), (t, narrow, base) => ({
      title,
      tooltip: {...base.tooltip, trigger: 'axis', formatter: items => {
        const seen = items.filter(item => item.seriesType === 'line');
        if (!seen.length) {
          return '';
        }
        const x = seen[0].value[0];
        return (numeric ? short(x) : places[x]) + '<br>' + seen.sort((a, b) => a.value[1] - b.value[1])
          .map(item => `${item.marker}${item.seriesName} ${short(item.value[1])} ${unit}${item.value[2]}`).join('<br>');
      }},
      // Nobody turns a page of the legend in a picture.
      legend: {...base.legend, data: drawn.map(each => each.name), type: part ? 'plain' : 'scroll'},
      grid: {...base.grid, top: 12, bottom: part ? 24 + 20 * Math.ceil(drawn.length / 8) : base.grid.bottom},
      xAxis: numeric
        ? axis(t, {type: 'log', min: places[0], max: places[places.length - 1], axisLabel: {color: t.soft, hideOverlap: true, formatter: short}})
        : axis(t, {type: 'category', data: places.map(each => typeof each === 'number' ? short(each) : String(each)), boundaryGap: true}),
      yAxis: axis(t, {type: 'log', min: Math.min(...all) * .8, max: Math.max(...all) * 1.25,
        axisLabel: {color: t.soft, hideOverlap: true, formatter: short, showMinLabel: false, showMaxLabel: false}}),
      series: drawn.flatMap(each => [
        {name: each.name, type: 'line', symbolSize: 6, color: colour(each.name), lineStyle: {width: each.name.startsWith(OWN) ? 2.5 : 1.5, type: each.dash},
          data: each.points},
        {...spread(each.name, each.ranges, false)},
      ]),
    }), 300);
  }

  // --- Tables --------------------------------------------------------------------------------

  function tables() {
    element('count').textContent = `${results.length.toLocaleString('en')} results`;
    const several = runs.length > 1;
    table('results', ['bench', 'system', 'conditions', 'value', 'lowest', 'highest', 'unit', 'ratio', 'allocated', ...several ? ['file'] : []],
      results.map(each => [each.bench, each.system, words(each.params), short(each.value), short(each.low), short(each.high),
        each.unit, each.ratio > 0 ? short(each.ratio) : '', each.allocated >= 0 ? short(each.allocated) + ' B' : '', ...several ? [each.file] : []]));
    const names = [...new Set(runs.flatMap(run => Object.keys(run.machine).filter(name => typeof run.machine[name] !== 'object')))];
    table('machineTable', ['', ...runs.map(run => run.file)], names.map(name => [name, ...runs.map(run => String(run.machine[name] ?? ''))]));
    // The first file tells of a system that several have; where these differ the notes do.
    const peers = Object.assign({}, ...runs.map(run => run.machine.peers ?? {}).reverse());
    table('peers', ['system', 'version', 'flags'], Object.entries(peers).filter(([name]) => systems.includes(name))
      .map(([name, about]) => [name, about.version, about.flags || 'none']));
  }

  const machine = figures.machine;
  element('about').textContent = `${results.length.toLocaleString('en')} results of ${systems.length} systems on ${
    machine.processor ?? 'unknown'}, ${machine.cores ?? 'unknown'} cores, ${machine.jdk ?? 'unknown'}${machine.quick === true || machine.quick === 'true' ? '; a quick run' : ''}.`;
  element('machine').textContent = `${machine.processor ?? 'unknown'}, ${machine.cores ?? 'unknown'} cores, ${machine.memory ?? ''}, ${machine.system ?? 'unknown'}, ${machine.jdk ?? 'unknown'}; ${machine.time ?? ''}`;
  notes.forEach(each => {
    const note = document.createElement('p');
    note.textContent = `${each}.`;
    element('notes').append(note);
  });
  if (part) {
    document.querySelector('main').style.maxWidth = 'none'; // nobody can scroll in a picture
    for (const each of document.querySelectorAll('h1, #about, #notes, h2, .how, section, footer')) {
      each.style.display = each.contains(element(part)) ? '' : 'none';
    }
  }
  glance();
  ratios();
  percentiles();
  growth();
  tables();
})();
