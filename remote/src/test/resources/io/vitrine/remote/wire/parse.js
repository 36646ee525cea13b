// Prints what js-yaml makes of the documents of a file, one line each, in a form that says every type.
// Arguments: js-yaml.js, the file.
const fs = require('fs');
const yaml = require(process.argv[2]);

class Typed {
  constructor(name, content) {
    this.name = name;
    this.content = content;
  }
}

const types = ['sequence', 'mapping'].flatMap(kind => [
  new yaml.Type('!', {kind, multi: true, construct: (data, type) => new Typed(type.slice(1), data)}),
  ...['meta-data', 'data', 'data-not-complete'].map(name => new yaml.Type(
    'tag:yaml.org,2002:' + name, {kind, construct: data => new Typed(name, data)})),
]);
types.push(new yaml.Type(
  'tag:yaml.org,2002:meta-data', {kind: 'scalar', construct: data => new Typed('meta-data', null)}));

function hex(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    out += text.charCodeAt(i).toString(16).padStart(4, '0');
  }
  return 'str ' + out;
}

function show(value) {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (value !== value) return 'float nan';
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return 'float ' + bytes.toString('hex');
  }
  if (typeof value === 'string') return hex(value);
  if (value instanceof Uint8Array) return 'bytes ' + Buffer.from(value).toString('hex');
  if (value instanceof Typed) return '!' + hex(value.name) + ' ' + show(value.content);
  if (Array.isArray(value)) return '[' + value.map(show).join(',') + ']';
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('a value of ' + value.constructor);
  return '{' + Object.keys(value).sort().map(key => hex(key) + ':' + show(value[key])).join(',') + '}';
}

const schema = yaml.DEFAULT_SCHEMA.extend(types);
for (const document of yaml.loadAll(fs.readFileSync(process.argv[3], 'utf8'), {schema})) {
  console.log(show(document));
}
