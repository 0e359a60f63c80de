import { runToEnd } from '../../model/pausable.ts';
import { readBodyFields } from './body-fields.ts';

const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=b';
const NEVER = { steps: 0, isSliceOver: false };

/** As lines that a person can read. */
function told(text: string, contentType: string) {
  const { form, json, files, isWhole } = runToEnd(readBodyFields(text, contentType, { ...NEVER }));
  return {
    fields: [...form, ...json].map(({ key, value }) => `${key}=${value}`),
    files: files.map(({ filename, type }) => `${filename} ${type}`),
    isWhole,
  };
}
const parts = (...all: string[]) => `${all.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

it.each([
  ['a form', 'a=1&b=%41+c&a=2', FORM, ['a=1', 'b=A c', 'a=2']],
  ['a form of no type', 'a=1', '', ['a=1']],
  [
    'JSON',
    '{"user":{"name":"x","tags":["a",{"b":true}]},"n":1.50,"z":null}',
    'application/json',
    [
      'json.user.name=x',
      'json.user.tags.array_0=a',
      'json.user.tags.array_1.b=true',
      'json.n=1.50',
      'json.z=',
    ],
  ],
  ['JSON of a vendor', '{"a":1}', 'application/vnd.api+json; charset=utf-8', ['json.a=1']],
  ['JSON of no type', ' {"a":1}', 'text/plain', ['json.a=1']],
  ['a list', '[{"a":1}]', 'application/json', ['json.array_0.a=1']],
  ['nothing', '', FORM, []],
])('%s', (_what, text, contentType, fields) => {
  expect(told(text, contentType)).toEqual({ fields, files: [], isWhole: true });
});

it('JSON that says it is a form is read as both', () => {
  expect(told('{"a":1}', FORM).fields).toContain('json.a=1');
});

it('parts of a form, and its files by name and type', () => {
  const text = parts(
    'Content-Disposition: form-data; name="a"\r\n\r\n1',
    'Content-Disposition: form-data; name="f"; filename="x.php"\r\nContent-Type: image/png\r\n\r\n<?php',
  );
  expect(told(text, PARTS)).toEqual({ fields: ['a=1'], files: ['x.php image/png'], isWhole: true });
});

it.each([
  ['JSON that is cut', '{"a":1,"b":', 'application/json', ['json.a=1']],
  ['more fields than are read', Array(2_001).fill('a=1').join('&'), FORM, Array(2_000).fill('a=1')],
  ['a form without its boundary', 'a=1', 'multipart/form-data', []],
])('says of %s that there may be more', (_what, text, contentType, fields) => {
  expect(told(text, contentType)).toMatchObject({ fields, isWhole: false });
});

it('finds in slices what it finds at once', () => {
  const text = `{"a":[${Array.from({ length: 500 }, (_, at) => `{"n":${at},"t":"${'x'.repeat(100)}"}`).join(',')}]}`;
  const always = { steps: 0, isSliceOver: true };
  let slices = 0;
  const reading = readBodyFields(text, 'application/json', always);
  for (let step = reading.next(); ; step = reading.next()) {
    slices++;
    if (step.done !== true) continue;
    expect(step.value).toEqual(runToEnd(readBodyFields(text, 'application/json', { ...NEVER })));
    break;
  }
  expect(slices).toBeGreaterThan(100);
});
