(() => {
  const {element, number, chart, axis, table, redraw} = charts;
  const names = Object.keys(figures.buckets);
  const palette = ['#d1495b', '#2f78c4', '#2a9d5c', '#e08e2b', '#7e57c2', '#00897b', '#c2558f', '#6d8b2f',
    '#8d6e63', '#546e7a', '#b0803a', '#5c6bc0', '#9e9d24', '#26a6b8', '#a1547a', '#78909c', '#b08968', '#94a3b8'];
  const measured = Object.keys(figures.nsPerKey); // may lack some, or be none
  const all = [...new Set([...measured, ...names])];
  const colour = name => palette[all.indexOf(name) % palette.length];
  const foreign = name => name.startsWith('zah-');
  // What matters first: the others are there, and shown by a touch.
  const shown = Object.fromEntries(all.map(name => [name, !foreign(name) && name !== 'siphash13']));

  function summary() {
    const timed = names.filter(name => figures.nsPerKey[name]);
    const lengths = ['8', '16', '64', '1024'].filter(length => figures.nsPerKey[timed[0]]?.[length] !== undefined);
    const expected = Object.values(figures.buckets[names[0]].lengths).map(each => Math.floor(each.expectedPercent));
    const chance = expected.reduce((a, b) => a + b, 0) + Math.max(0, ...expected);
    element('chance').textContent = chance;
    const worst = name => Math.max(...Object.values(figures.adversary).map(set => set[name].meanProbes));
    const columns = [
      ['bits', name => figures.avalanche[name]['8'].bits, null],
      ['3 chars', name => figures.threeChar[name], 'log'],
      ['keys', name => figures.wholeHash[name].colliding, 'log'],
      ['score', name => figures.buckets[name].score, 'chance'],
      ['bias', name => figures.avalanche[name]['8'].worstBias, 'linear'],
      ['made to collide', worst, 'log'],
      ...lengths.map(length => [length + ' bytes, ns', name => figures.nsPerKey[name]?.[length], 'log']),
    ];
    const goodness = columns.map(([, figure, scale]) => {
      if (!scale) {
        return () => undefined;
      }
      if (scale === 'chance') {
        return value => Math.max(0, Math.min(1, .5 + 2 * (chance - value) / Math.max(1, chance)));
      }
      const map = scale === 'log' ? value => Math.log(value + 1) : value => value;
      const values = names.map(figure).filter(value => value !== undefined).map(map);
      const low = Math.min(...values), high = Math.max(...values);
      return value => high - low < .05 * Math.abs(high) ? .5 : 1 - (map(value) - low) / (high - low);
    });
    table('summary', ['strategy', ...columns.map(column => column[0])], names.map(name => [name,
      ...columns.map(([title, figure], i) => {
        const value = figure(name);
        if (value === undefined) {
          return '–';
        }
        const whole = Number.isInteger(value);
        return {text: whole ? value.toLocaleString('en') : title === 'bias' ? value.toFixed(3) : number(value),
          goodness: goodness[i](value)};
      })]));
    table('advice', ['your keys', 'take', 'why'], figures.advice.map(each => [each.keys, each.take, each.why]));
    table('exact', ['strategy', '9,025 of 2, less hashes', '857,375 of 3, less hashes', '8,930 of 2 from 33, less hashes',
      '848,350 of 3 from 33, less hashes', 'of 2, sharing a hash', 'of 3, sharing a hash'],
      names.map(name => [name, ...['twoChar', 'threeChar', 'twoCharFrom33', 'threeCharFrom33', 'twoCharSharing', 'threeCharSharing'].map(
        kind => figures[kind][name].toLocaleString('en'))]));
  }

  // --- Speed ---------------------------------------------------------------------------------

  function speedChart(id, figure, title, unit) {
    const medians = figures[figure], ranges = figures[figure + 'Range'];
    const rows = Object.keys(medians);
    element(id).hidden = rows.length === 0;
    if (rows.length === 0) {
      return;
    }
    const lengths = Object.keys(medians[rows[0]]); // each is twice the last, or about
    chart(id, (t, narrow, base) => ({
      title,
      legend: {...base.legend, selected: shown},
      tooltip: {...base.tooltip, trigger: 'axis', formatter: items => `${items[0].value[0]} ${unit}<br>` +
        items.filter(item => item.seriesType === 'line').sort((a, b) => a.value[1] - b.value[1]).slice(0, 14)
          .map(item => item.marker + item.seriesName + ' ' + number(item.value[1]) + ' ns').join('<br>')},
      xAxis: axis(t, {type: 'category', data: lengths}),
      yAxis: axis(t, {type: 'log', min: value => value.min * .8, max: value => value.max * 1.25,
        axisLabel: {color: t.soft, formatter: value => number(value), showMinLabel: false, showMaxLabel: false}}),
      series: rows.flatMap(name => [
        {name, type: 'line', symbolSize: 5, color: colour(name), lineStyle: {width: 1.8,
          type: foreign(name) ? 'dotted' : /31$/.test(name) && name !== 'string31' ? 'dashed' : 'solid'},
          data: Object.entries(medians[name])},
        {name, type: 'custom', color: colour(name), silent: true, z: 1,
          data: Object.entries(ranges[name]).map(([length, [low, high]]) => [length, low, high]),
          encode: {x: 0, y: [1, 2]},
          renderItem: (params, api) => {
            const top = api.coord([api.value(0), api.value(2)]), end = api.coord([api.value(0), api.value(1)]);
            const cap = y => ({type: 'line', shape: {x1: top[0] - 3, y1: y, x2: top[0] + 3, y2: y}, style});
            const style = {stroke: api.visual('color'), opacity: .55};
            return {type: 'group', children: [cap(top[1]), cap(end[1]),
              {type: 'line', shape: {x1: top[0], y1: top[1], x2: end[0], y2: end[1]}, style}]};
          }},
      ]),
    }));
  }

  function bars(id, title, rows, series, option) {
    chart(id, (t, narrow, base) => ({
      title,
      tooltip: {...base.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: number},
      legend: series.length > 1 ? base.legend : {show: false},
      grid: {...base.grid, top: option?.mark === undefined ? 8 : 20, right: option?.label ? 64 : 24,
        bottom: series.length > 1 ? 44 : 8},
      xAxis: axis(t, {type: 'value', ...option?.value}),
      yAxis: axis(t, {type: 'category', inverse: true, data: rows, axisLabel: {color: t.ink, interval: 0, fontSize: narrow ? 10 : 12}}),
      series: series.map(each => ({type: 'bar', barGap: '10%', ...each,
        label: {show: !!option?.label, position: 'right', color: t.soft, fontSize: 9, formatter: option?.label},
        markLine: option?.mark === undefined || each !== series[0] ? undefined : {silent: true, symbol: 'none',
          lineStyle: {color: t.ink, type: 'dashed'}, label: {color: t.soft, formatter: 'chance', position: 'start'}, data: [{xAxis: option.mark}]}})),
    }));
  }

  function speed() {
    speedChart('speed', 'nsPerKey', 'Nanoseconds for a byte[], independent hashes, by its length', 'bytes');
    speedChart('chained', 'nsChained', 'Nanoseconds for a byte[], one hash at a time, by its length', 'bytes');
    speedChart('text', 'nsPerText', 'Nanoseconds for a String of ASCII, by its length', 'characters');
    speedChart('latin1', 'nsPerLatin1', 'Nanoseconds for a String of Latin-1, by its length', 'characters');
    speedChart('utf16', 'nsPerUtf16', 'Nanoseconds for a String of UTF-16, by its length', 'characters');
    const rate = measured.filter(name => figures.nsPerKey[name]['4096'])
      .map(name => [name, 4096 / figures.nsPerKey[name]['4096']]).sort((a, b) => b[1] - a[1]);
    element('rate').hidden = rate.length === 0;
    if (rate.length > 0) bars('rate', 'GB/s, 4,096 bytes', rate.map(row => row[0]),
      [{name: 'GB/s', data: rate.map(([name, value]) => ({value, itemStyle: {color: colour(name)}}))}]);
    figures.findings.forEach(text => {
      const item = document.createElement('li');
      item.textContent = text;
      element('findings').append(item);
    });
    const at = Object.keys(figures.claim.loop31 ?? {});
    const cell = (of, value, times) => of[value] === undefined ? '–' : `${of[value].toFixed(1)} (${of[times].toFixed(1)})`;
    if (at.length > 0) table('claim', ['', ...at.map(length => `independent, ${length} bytes`), ...at.map(length => `one, ${length} bytes`),
      ...at.map(length => `with harness, ${length}`)],
      Object.entries(figures.claim).map(([name, of]) => [name,
        ...at.map(length => cell(of[length], 'independent', 'loopIndependent')),
        ...at.map(length => cell(of[length], 'oneLessHarness', 'loopOneLessHarness')),
        ...at.map(length => cell(of[length], 'one', 'loopOne'))]));
    element('harness').textContent = figures.nsHarness.nsChained['16'] === undefined ? 'unknown' : number(figures.nsHarness.nsChained['16']);
    element('rounds').textContent = figures.speedRounds === 1 ? 'one round' : `${figures.speedRounds} rounds`;
  }

  // --- Collisions ----------------------------------------------------------------------------

  function collisions() {
    const first = figures.buckets[names[0]].lengths;
    const short = Object.keys(first).length > 0;
    element('bucketsLead').textContent = short ? '' : 'No key is as short as 16 characters, of which this and the ranking below are made.';
    element('bucketsLead').hidden = short;
    chart('buckets', (t, narrow, base) => ({
      title: 'Percent of keys in a bucket that was in use, by length of the keys',
      tooltip: {...base.tooltip, trigger: 'axis', valueFormatter: value => number(value) + ' %'},
      legend: {...base.legend, selected: shown},
      xAxis: axis(t, {type: 'category', data: Object.keys(first)}),
      yAxis: axis(t, {type: 'value'}),
      series: [...names.map(name => ({name, type: 'line', symbolSize: 5, color: colour(name),
        data: Object.values(figures.buckets[name].lengths).map(each => 100 * each.colliding / each.keys)})),
        {name: 'chance', type: 'line', color: t.ink, symbol: 'none', lineStyle: {type: 'dashed', width: 2},
          data: Object.values(first).map(each => each.expectedPercent)}],
    }));
    bars('texts', 'All short texts less their different hashes, in percent of the texts', names, [
      {name: '2 characters', color: '#2f78c4', data: names.map(name => 100 * figures.twoChar[name] / 9025)},
      {name: '3 characters', color: '#d1495b', data: names.map(name => 100 * figures.threeChar[name] / 857375)}],
    {label: item => item.value === 0 ? '0' : item.value < .1 ? item.value.toFixed(3) + ' %' : item.value.toFixed(1) + ' %'});
    wholeHashes();
    const primes = Object.entries(figures.primeScores).sort((a, b) => a[1] - b[1]);
    chart('primes', (t, narrow, base) => ({
      title: 'Score of each prime, lower is better',
      legend: {show: false},
      tooltip: {...base.tooltip, trigger: 'axis', axisPointer: {type: 'shadow'}},
      grid: {...base.grid, bottom: 8, top: 32},
      xAxis: axis(t, {type: 'category', data: primes.map(row => row[0]), axisLabel: {color: t.soft, interval: narrow ? 3 : 0, rotate: 90, fontSize: 10}}),
      yAxis: axis(t, {type: 'value', min: 0}), // a bar that begins elsewhere tells a ratio that is not so
      series: [{name: 'score', type: 'bar', data: primes.map(([prime, value]) => ({value,
        itemStyle: {color: prime === '31' ? '#d1495b' : prime === '109' ? '#2a9d5c' : '#8fa3b8'},
        label: {show: !narrow || prime === '31' || prime === '109', position: 'top', rotate: 90, align: 'left', verticalAlign: 'middle', distance: 4,
          fontSize: 9, color: t.ink, formatter: String(value)}}))}],
    }));
  }

  function wholeHashes() {
    const lengths = Object.keys(figures.wholeHash[names[0]].lengths);
    element('expected32').textContent = figures.expected32.toFixed(2);
    element('whole').hidden = lengths.length === 0;
    if (lengths.length === 0) {
      return;
    }
    const short = (value, narrow) => value === 0 ? '' : narrow && value >= 1000 ? Math.round(value / 1000) + 'k' : value.toLocaleString('en');
    chart('whole', (t, narrow, base) => ({
      title: 'Keys less their different whole hashes, by length of the keys',
      legend: {show: false},
      tooltip: {...base.tooltip, formatter: item => `${names[item.value[1]]}, ${lengths[item.value[0]]} characters: ${
        item.value[2].toLocaleString('en')} of ${figures.wholeHash[names[item.value[1]]].lengths[lengths[item.value[0]]].keys.toLocaleString('en')} keys`},
      grid: {...base.grid, top: 8, bottom: 8},
      visualMap: {show: false, dimension: 3, min: 0, max: 10, inRange: {color: ['#2a9d5c', '#e9c46a', '#d1495b']}},
      xAxis: axis(t, {type: 'category', data: lengths, position: 'top', axisLabel: {color: t.ink, interval: 0, fontSize: narrow ? 9 : 12}}),
      yAxis: axis(t, {type: 'category', inverse: true, data: names, axisLabel: {color: t.ink, interval: 0, fontSize: narrow ? 10 : 12}}),
      series: [{type: 'heatmap', label: {show: true, color: '#000', formatter: item => short(item.value[2], narrow), fontSize: narrow ? 8 : 11},
        itemStyle: {borderWidth: 1, borderColor: t.paper},
        data: lengths.flatMap((length, x) => names.map((name, y) => {
          const {colliding} = figures.wholeHash[name].lengths[length];
          return [x, y, colliding, Math.log2(1 + colliding)];
        }))}],
    }));
  }

  // --- Avalanche -----------------------------------------------------------------------------

  function matrices(length) {
    const holder = element('matrices');
    holder.replaceChildren();
    holder.className = Number(length) > 16 ? 'tall' : '';
    element('shownLength').textContent = `Keys of ${length} ${length === '1' ? 'character' : 'characters'}`;
    const scale = [[33, 102, 172], [247, 247, 247], [178, 24, 43]];
    names.filter(name => figures.avalanche[name][length]?.matrix).forEach(name => {
      const {matrix, bits, worstBias, meanFlips} = figures.avalanche[name][length];
      const rows = matrix.length / bits;
      const canvas = document.createElement('canvas');
      canvas.width = 64;
      canvas.height = rows;
      const context = canvas.getContext('2d');
      const image = context.createImageData(bits, rows);
      for (let i = 0; i < matrix.length; i++) {
        const share = (matrix.charCodeAt(i) - 48) / 52;
        const [from, to] = share < .5 ? [scale[0], scale[1]] : [scale[1], scale[2]];
        const way = share < .5 ? share * 2 : share * 2 - 1;
        for (let c = 0; c < 3; c++) {
          image.data[4 * i + c] = from[c] + (to[c] - from[c]) * way;
        }
        image.data[4 * i + 3] = 255;
      }
      context.putImageData(image, 0, 0);
      const figure = document.createElement('figure');
      const caption = document.createElement('figcaption');
      caption.textContent = `${name}: ${number(meanFlips)} of ${bits}, bias ${worstBias.toFixed(3)}`;
      figure.append(canvas, caption);
      holder.append(figure);
    });
  }

  function binomial(n) {
    const shares = [];
    let logarithm = -n * Math.LN2;
    for (let i = 0; i <= n; i++) {
      shares.push([i / n, Math.exp(logarithm) * n]);
      logarithm += Math.log((n - i) / (i + 1));
    }
    return shares;
  }

  let length = '8';
  function avalanche() {
    const lengths = Object.keys(figures.avalanche[names[0]]);
    lengths.forEach(each => element('length').add(new Option(each, each, each === length, each === length)));
    element('trials').textContent = figures.avalancheTrials.toLocaleString('en');
    element('length').addEventListener('change', event => {
      length = event.target.value;
      matrices(length);
      redraw(false);
    });
    matrices(length);
    chart('flips', (t, narrow, base) => ({
      title: `Bits that flip at once, keys of ${length} ${length === '1' ? 'character' : 'characters'}`,
      tooltip: {show: false},
      legend: {...base.legend, selected: shown},
      grid: {...base.grid, left: 24}, // half of a label stands beside the axis, which has none of its own
      xAxis: axis(t, {type: 'value', min: 0, max: 1, axisLabel: {color: t.soft, formatter: value => Math.round(value * 100) + ' %'}}),
      yAxis: axis(t, {type: 'value', axisLabel: {show: false}}),
      series: [...names.map(name => {
        const {distribution, bits} = figures.avalanche[name][length];
        return {name, type: 'line', symbol: 'none', color: colour(name), data: distribution.map((share, i) => [i / bits, share * bits])};
      }), ...[64, 32].filter(bits => names.some(name => figures.avalanche[name][length].bits === bits)).map(bits => ({
        name: `chance, ${bits} bits`, type: 'line', symbol: 'none', color: t.ink,
        lineStyle: {type: bits === 64 ? 'dashed' : 'dotted', width: 2}, data: binomial(bits)}))],
    }));
  }

  // --- Maps ----------------------------------------------------------------------------------

  function maps() {
    bars('probes', 'Entries that a lookup looks at', names, [
      {name: 'on average', color: '#2f78c4', data: names.map(name => figures.buckets[name].map.meanProbes)},
      {name: 'for the worst key', color: '#e08e2b', data: names.map(name => figures.buckets[name].map.mostProbes)}],
      {mark: figures.expectedProbes});
    const rows = names.filter(name => figures.maps.heapGet[name] !== undefined);
    const stored = rows.map(name => figures.maps.storeMeanLines[name]).filter(lines => lines !== null);
    const most = Math.max(0, ...stored);
    element('linesLead').textContent = rows.length === 0 ? 'Maps could not be measured.'
      : stored.length === 0 ? 'In the store nothing could be measured: no key is as short as its keys have to be.' : most < 1.01
      ? 'In the store a lookup looks at one line of eight slots on average, whatever the strategy.'
      : `In the store a lookup looks at up to ${number(most)} lines of eight slots on average.`;
    element('lines').hidden = most < 1.01; // nothing to see
    if (most >= 1.01) bars('lines', 'Lines of eight slots that a lookup in the store looks at', rows, [
      {name: 'on average', color: '#2f78c4', data: rows.map(name => figures.maps.storeMeanLines[name])},
      {name: 'for the worst key', color: '#e08e2b', data: rows.map(name => figures.maps.storeMostLines[name])}]);
    element('times').hidden = rows.length === 0;
    if (rows.length > 0) bars('times', 'ns for a key', rows, [['heapPut', 'put, StrategyHashMap', '#9cc3ea'], ['heapGet', 'get, StrategyHashMap', '#2f78c4'],
      ['storePut', 'put, store', '#a9d8bd'], ['storeGet', 'get, store', '#2a9d5c']].map(([what, name, color]) => (
      {name, color, data: rows.map(row => figures.maps[what][row])})), {value: {type: 'log', min: 10}});
    const sets = Object.keys(figures.adversary);
    chart('adversary', (t, narrow, base) => ({
      legend: {show: false},
      tooltip: {...base.tooltip, formatter: item => `${sets[item.value[0]]}<br>${names[item.value[1]]}: ${number(item.value[2])} entries`},
      grid: {...base.grid, top: narrow ? 24 : 8, bottom: 8},
      visualMap: {show: false, dimension: 3, min: 0, max: Math.log2(24), inRange: {color: ['#2a9d5c', '#e9c46a', '#d1495b']}},
      xAxis: axis(t, {type: 'category', data: sets, position: 'top', axisLabel: {color: t.ink, interval: 0, width: narrow ? 110 : 150, overflow: 'break', lineHeight: 13, rotate: narrow ? 60 : 0, fontSize: narrow ? 9 : 12}}),
      yAxis: axis(t, {type: 'category', inverse: true, data: names, axisLabel: {color: t.ink, interval: 0, fontSize: narrow ? 10 : 12}}),
      series: [{type: 'heatmap', label: {show: true, color: '#000', formatter: item => number(item.value[2]), fontSize: narrow ? 9 : 12},
        data: sets.flatMap((set, x) => names.map((name, y) => {
          const {meanProbes} = figures.adversary[set][name];
          return [x, y, meanProbes, Math.log2(meanProbes)];
        }))}],
    }));
  }

  function flood() {
    const rows = names.filter(name => figures.flood[name]);
    element('flood').hidden = rows.length === 0;
    if (rows.length === 0) {
      element('floodLead').textContent = 'The flood could not be measured.';
      return;
    }
    bars('flood', 'ns for a text', rows, [['floodPut', 'put, colliding', '#eba3ad'], ['floodGet', 'get, colliding', '#d1495b'],
      ['randomPut', 'put, random', '#9cc3ea'], ['randomGet', 'get, random', '#2f78c4']].map(([what, name, color]) => (
      {name, color, data: rows.map(row => figures.flood[row][what])})));
    const times = name => `${number(figures.flood[name].ratioPut)} times as much to put and ${
      number(figures.flood[name].ratioGet)} times to find`;
    element('floodLead').textContent = 'A flood of 100,000 colliding texts against random ones: ' +
      rows.filter(name => name === 'string31' || name === 'siphash').concat(rows.slice(0, 1))
        .filter((name, i, all) => i === all.indexOf(name)).map(name => `${name} ${times(name)}`).join('; ') + '.';
  }

  const keys = figures.keys;
  element('about').textContent = `${keys.evaluated.toLocaleString('en')} keys of ${keys.source} (${
    keys.lines.toLocaleString('en')} lines, ${keys.distinctExact ? '' : 'about '}${keys.distinct.toLocaleString('en')} different${
    keys.sample ? ', of which a sample was drawn' : ''}), hashed by ${names.length} strategies.`;
  const machine = figures.machine;
  element('machine').textContent = `${machine.processor}, ${machine.cores} cores, ${machine.system}, ${machine.jdk}; ${machine.time}`;
  summary();
  speed();
  collisions();
  avalanche();
  maps();
  flood();
})();
