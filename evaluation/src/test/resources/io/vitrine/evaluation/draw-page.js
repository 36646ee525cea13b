// Draws the page of an evaluation; stands behind browser.js. Prints one line a chart: width, id, title, number of
// shapes, length of the picture.

// The upright labels of a picture that are anchored so, as {x, text, width}, about as wide as they are.
const labels = (picture, anchor) => [...picture.matchAll(/<text([^>]*)>([^<]*)<\/text>/g)]
  .filter(([, attributes]) => attributes.includes(`text-anchor="${anchor}"`) && attributes.includes('translate('))
  .map(([, attributes, text]) => ({x: Number(/translate\(([-.\d]+)/.exec(attributes)[1]), text, width: 7 * text.length}));

function assertHonest(holder, size, picture) {
  if (holder.id === 'primes' && !labels(picture, 'end').some(label => label.text === '0')) {
    throw new Error('the bars of the primes begin elsewhere than at 0');
  }
  if (holder.id === 'flips') {
    const cut = labels(picture, 'middle').filter(({x, width}) => x < width / 2 || x > size.width - width / 2);
    if (cut.length > 0) {
      throw new Error(`labels of the flips are cut: ${JSON.stringify(cut)}`);
    }
  }
}

function run(width, dark) {
  const drawn = [];
  const elements = open(width, dark, (holder, size, picture) => {
    assertHonest(holder, size, picture);
    drawn.push(`${size.width} ${holder.id} "${holder.title?.textContent ?? ''}" ${
      picture.split('<path').length - 1} ${picture.length}`);
  });
  tellTexts(elements, ['shownLength']);
  elements.length.listeners.change({target: {value: '2'}});
  console.log(drawn.join('\n'));
  tellTexts(elements, ['shownLength', 'about', 'harness', 'expected32', 'linesLead', 'floodLead', 'machine', 'chance', 'rounds', 'trials']);
  elements.findings.children.forEach(each => console.log(`# finding: ${each.textContent}`));
  console.log(`# claim: ${elements.claim?.children.length ?? 0} rows`);
  console.log(`# summary: ${elements.summary.children.length} rows, matrices: ${elements.matrices.children.length}`);
}

run(1000, false);
run(360, true);
