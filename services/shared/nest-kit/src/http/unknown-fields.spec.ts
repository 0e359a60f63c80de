import { z } from 'zod';
import * as mini from 'zod/mini';
import { unknownFields } from './unknown-fields.ts';

const pathsOf = (schema: z.core.$ZodType, value: unknown) =>
  unknownFields(schema, value).map(({ path }) => path.join('.'));

describe('unknownFields', () => {
  it('names each field that the schema does not know', () => {
    const schema = z.object({ is_active: z.boolean().optional() });
    expect(unknownFields(schema, { is_activ: true, is_active: false })).toEqual([
      { path: ['is_activ'], message: 'There is no such field' },
    ]);
    expect(pathsOf(schema, { is_active: true })).toEqual([]);
  });

  const inner = z.object({ a: z.string().optional() });
  it.each([
    ['an object', z.object({ in: inner }), { in: { b: 1 } }, 'in.b'],
    ['an optional one', z.object({ in: inner.optional() }), { in: { b: 1 } }, 'in.b'],
    ['one that may be null', z.object({ in: inner.nullable() }), { in: { b: 1 } }, 'in.b'],
    ['one with a default', z.object({ in: inner.default({}) }), { in: { b: 1 } }, 'in.b'],
    [
      'a partial one',
      z.object({ in: inner.extend({ c: inner }).partial() }),
      { in: { c: { b: 1 } } },
      'in.c.b',
    ],
    ['a list', z.object({ in: z.array(inner) }), { in: [{}, { b: 1 }] }, 'in.1.b'],
    ['a record', z.object({ in: z.record(z.string(), inner) }), { in: { some: { b: 1 } } }, 'in.some.b'],
    ['what becomes something else', z.object({ in: inner.transform(Object.keys) }), { in: { b: 1 } }, 'in.b'],
    ['a strict one', z.strictObject({ in: z.array(z.strictObject({})) }), { in: [{ b: 1 }] }, 'in.0.b'],
    ['what is checked', inner.refine(() => true), { b: 1 }, 'b'],
    ['zod’s small flavour', mini.object({ in: mini.optional(mini.object({})) }), { in: { b: 1 } }, 'in.b'],
  ])('finds them within %s', (_where, schema, value, found) => {
    expect(pathsOf(schema, value)).toEqual([found]);
  });

  it('knows the fields of the kind that was sent, not of the others', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('all') }),
      z.object({ kind: z.literal('path'), path: z.string() }),
    ]);
    expect(pathsOf(schema, { kind: 'path', path: '/a' })).toEqual([]);
    expect(pathsOf(schema, { kind: 'all', path: '/a' })).toEqual(['path']);
    // Validation errors come first.
    expect(pathsOf(schema, { kind: 'none', path: '/a' })).toEqual([]);
  });

  it('leaves alone what takes whatever comes, and what is no object', () => {
    expect(pathsOf(z.looseObject({ a: z.string() }), { b: 1 })).toEqual([]);
    for (const value of [undefined, null, 'text', 7, true]) expect(pathsOf(inner, value)).toEqual([]);
  });

  it('is not led astray by names that every object has', () => {
    const hostile = JSON.parse('{"constructor": 1, "toString": {}, "hasOwnProperty": []}');
    expect(pathsOf(inner, hostile)).toEqual(['constructor', 'toString', 'hasOwnProperty']);
  });

  it('names fifty of them at most, and of each name its beginning', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, 1]));
    expect(pathsOf(inner, many)).toHaveLength(50);
    expect(pathsOf(inner, { ['x'.repeat(100_000)]: 1 })).toEqual(['x'.repeat(100)]);
  });

  it('says so where a schema is of a kind that it was not taught', () => {
    expect(() => unknownFields(z.tuple([inner]), [{}])).toThrow('tuple');
    expect(() =>
      unknownFields(
        z.preprocess((value) => value, inner),
        {},
      ),
    ).toThrow('transform');
  });
});
