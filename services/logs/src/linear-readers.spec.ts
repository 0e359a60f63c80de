// What people and programs send is read in linear work: each text, list and record of every request, at once, four and
// sixteen times the size.
import { pumpFields, schemasBelow } from '@palisade/testing/work';
import { z } from 'zod';

const schemas = await schemasBelow(import.meta.dirname);

it('there are requests to read', () => {
  expect(schemas.length).toBeGreaterThan(3);
});

describe.each(schemas)('%s', (_name, schema) => {
  it('is linear in each of its fields', () => {
    const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
    expect(pumpFields(schema, json).faults).toEqual([]);
  });
});
