// Draws the page of an evaluation; stands behind browser.js. Prints one line a chart: width, id, title, number of
// shapes, length of the picture.

function run(width, dark) {
  const drawn = [];
  const elements = open(width, dark, (holder, size, picture) => drawn.push(
    `${size.width} ${holder.id} "${holder.title?.textContent ?? ''}" ${
      picture.split('<path').length - 1} ${picture.length}`));
  elements.length.listeners.change({target: {value: '2'}});
  console.log(drawn.join('\n'));
  tellTexts(elements, ['about', 'harness', 'expected32', 'linesLead', 'floodLead', 'machine', 'chance', 'rounds', 'trials']);
  elements.findings.children.forEach(each => console.log(`# finding: ${each.textContent}`));
  console.log(`# claim: ${elements.claim.children.length} rows`);
  console.log(`# summary: ${elements.summary.children.length} rows, matrices: ${elements.matrices.children.length}`);
}

run(1000, false);
run(360, true);
