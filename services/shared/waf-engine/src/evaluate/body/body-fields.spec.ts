import { runToEnd } from '../../model/pausable.ts';
import { type AskedFields, readBodyFields } from './body-fields.ts';
import { jsonPlaceOf } from './json-place.ts';

const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=b';
const NEVER = { steps: 0, isSliceOver: false };

const ASKED_FIELDS: AskedFields = {
  form: new Set(['a', 'b', 'role']),
  json: ['a', 'b', 'role', 'user.name', 'user.tags[*]', 'user.tags[1].b', 'n', 'z', '[0].a'].map(jsonPlaceOf),
  files: true,
};

/** As lines that a person can read. */
function readAsLines(text: string, contentType: string, asked = ASKED_FIELDS) {
  const { form, json, files, isWhole } = runToEnd(readBodyFields(text, contentType, asked, { ...NEVER }));
  return {
    fields: [...form, ...json].flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
    files: files.map(({ filename, type }) => `${filename} ${type}`),
    isWhole,
  };
}
const parts = (...all: string[]) => `${all.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

it.each([
  ['a form', 'a=1&b=%41+c&a=2', FORM, ['a=1', 'a=2', 'b=A c']],
  ['a form of no type', 'a=1', '', ['a=1']],
  [
    'JSON',
    '{"user":{"name":"x","tags":["a",{"b":true}]},"n":1.50,"z":null}',
    'application/json',
    ['json.user.name=x', 'json.user.tags.*=a', 'json.user.tags.array_1.b=true', 'json.n=1.50', 'json.z='],
  ],
  ['JSON of a vendor', '{"a":1}', 'application/vnd.api+json; charset=utf-8', ['json.a=1']],
  ['JSON of no type', ' {"a":1}', 'text/plain', ['json.a=1']],
  ['a list', '[{"a":1}]', 'application/json', ['json.array_0.a=1']],
  ['nothing', '', FORM, []],
])('%s', (_what, text, contentType, fields) => {
  expect(readAsLines(text, contentType)).toEqual({ fields, files: [], isWhole: true });
});

it('JSON that says it is a form is read as both', () => {
  expect(readAsLines('{"a":1}', FORM).fields).toContain('json.a=1');
});

it('parts of a form, and its files by name and type', () => {
  const text = parts(
    'Content-Disposition: form-data; name="a"\r\n\r\n1',
    'Content-Disposition: form-data; name="f"; filename="x.php"\r\nContent-Type: image/png\r\n\r\n<?php',
  );
  expect(readAsLines(text, PARTS)).toEqual({ fields: ['a=1'], files: ['x.php image/png'], isWhole: true });
});

it.each([
  ['JSON that is cut', '{"a":1,"b":', 'application/json', ['json.a=1']],
  ['a form without its boundary', 'a=1', 'multipart/form-data', []],
])('says of %s that there may be more', (_what, text, contentType, fields) => {
  expect(readAsLines(text, contentType)).toMatchObject({ fields, isWhole: false });
});

it('finds in slices what it finds at once', () => {
  const text = `{"a":[${Array.from({ length: 500 }, (_, at) => `{"n":${at},"t":"${'x'.repeat(100)}"}`).join(',')}]}`;
  const asked = { ...ASKED_FIELDS, json: [jsonPlaceOf('a[*].n')] };
  const always = { steps: 0, isSliceOver: true };
  let slices = 0;
  const reading = readBodyFields(text, 'application/json', asked, always);
  for (let step = reading.next(); ; step = reading.next()) {
    slices++;
    if (step.done !== true) continue;
    expect(step.value).toEqual(runToEnd(readBodyFields(text, 'application/json', asked, { ...NEVER })));
    break;
  }
  expect(slices).toBeGreaterThan(100);
});

const MANY = 20_000;
it.each([
  ['a form', `${'a=&'.repeat(MANY)}role=admin`, FORM],
  ['names as long as the one that is asked for', `${'rolf=&'.repeat(MANY)}role=admin`, FORM],
  ['JSON', `{${'"a":1,'.repeat(MANY)}"role":"admin"}`, 'application/json'],
  [
    'parts',
    parts(
      ...Array<string>(500).fill('Content-Disposition: form-data; name="f"; filename="x"\r\n\r\n'),
      'Content-Disposition: form-data; name="role"\r\n\r\nadmin',
    ),
    PARTS,
  ],
])('keeps of %s what is asked for, however much stands before it', (_what, text, contentType) => {
  const only = { form: new Set(['role']), json: [jsonPlaceOf('role')], files: false };
  const { fields, files, isWhole } = readAsLines(text, contentType, only);
  expect(fields.map((field) => field.replace('json.', ''))).toEqual(['role=admin']);
  expect([files, isWhole]).toEqual([[], true]);
});

it.each([
  ['nothing asked', { form: new Set<string>(), json: [], files: false }],
  ['a name in another case', { form: new Set(['A']), json: [], files: false }],
])('keeps nothing with %s', (_what, asked) => {
  expect(readAsLines('a=1&b=2', FORM, asked)).toEqual({ fields: [], files: [], isWhole: true });
});

it.each([
  ['text that begins like JSON', '{hello}', 'text/plain', true],
  ['JSON that is none', '{hello}', 'application/json', false],
  ['JSON deeper than it is read', `${'['.repeat(80)}${']'.repeat(80)}`, 'text/plain', false],
])('knows of %s whether it hides anything', (_what, text, contentType, isWhole) => {
  expect(readAsLines(text, contentType).isWhole).toBe(isWhole);
});

it('reads as a form what only looks like JSON', () => {
  expect(readAsLines('{=1&role=admin', '').fields).toEqual(['role=admin']);
});
