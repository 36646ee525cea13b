// Draws a page of results; stands behind browser.js. Prints one line a chart: width, title; and one with its texts.

function run(width, dark) {
  const drawn = [];
  const elements = open(width, dark, (holder, size, picture) => {
    const title = holder.title?.textContent ?? '';
    const texts = [...picture.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    drawn.push(`${size.width} ${title}`, `# texts of ${title}: ${texts.join(' | ')}`);
  });
  console.log(drawn.join('\n'));
  const cells = id => elements[id].children.map(row => row.children.map(cell => cell.textContent).join(' | '));
  for (const id of ['glance', 'results', 'machineTable', 'peers']) {
    cells(id).forEach(row => console.log(`# ${id}: ${row}`));
  }
  for (const id of ['percentilesPart', 'growthPart']) {
    console.log(`# ${id} hidden: ${elements[id].hidden}`);
  }
  (elements.notes?.children ?? []).forEach(each => console.log(`# note: ${each.textContent}`));
  tellTexts(elements, ['about', 'machine', 'count']);
}

run(1000, false);
run(360, true);
