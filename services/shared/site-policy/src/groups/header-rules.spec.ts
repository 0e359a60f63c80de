import * as z from 'zod/mini';
import { HEADER_PRESETS, type HeaderRule, headerRules } from './header-rules.ts';

const { schema } = headerRules.fields.header_rules;
const rule = (over: Partial<HeaderRule>): HeaderRule => ({
  target: 'response',
  operation: 'set',
  name: 'X-Robots-Tag',
  value: 'noindex',
  ...over,
});
const faults = (wrong: unknown) =>
  (z.safeParse(schema, [wrong]).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

it.each(HEADER_PRESETS)('the preset $label is a rule', ({ name, value }) => {
  expect(faults(rule({ name, value }))).toEqual([]);
});

it.each([
  [
    { name: 'Transfer-Encoding' },
    '0.name: Transfer-Encoding cannot be changed: it belongs to the connection',
  ],
  [{ name: 'content-length', target: 'request' }, '0.name: content-length cannot be changed'],
  [
    { name: 'X-Forwarded-For', target: 'request' },
    '0.name: X-Forwarded-For cannot be changed: it is what the edge tells',
  ],
  [{ name: 'Content-Encoding' }, '0.name: Content-Encoding cannot be changed'],
  [{ name: 'X Y' }, '0.name: Please enter the name of a header'],
  [{ name: 'X_Y' }, '0.name: Please enter the name of a header'],
  [{ value: 'a\r\nSet-Cookie: b' }, '0.value: A header value has one line'],
  [{ value: 'ü' }, '0.value: A header value has one line'],
  [{ value: '' }, '0.value: Please enter a value'],
  [{ operation: 'remove' }, '0.value: A header that is removed has no value'],
] as const)('%j is refused at its field', (over, message) => {
  const found = faults(rule(over));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

it('what the edge tells origins is not what visitors are told', () => {
  expect(faults(rule({ name: 'X-Forwarded-For' }))).toEqual([]);
  expect(faults(rule({ operation: 'remove', name: 'Server', value: '' }))).toEqual([]);
});
