import { pumpFields } from './pumped-fields.ts';
import { fieldReaders } from './test-support/field-readers.ts';

const JSON_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    sites: { type: 'array', items: { type: 'object', properties: { host: { type: 'string' } } } },
  },
};

describe('fields of a schema that are pumped', () => {
  it('are all its texts and lists, and are linear where they are read once', () => {
    // Two texts of six kinds, one list of four.
    expect(pumpFields(fieldReaders.once, JSON_SCHEMA)).toEqual({ inputs: 16, faults: [] });
  });

  it('detect items that are compared with all previous ones', () => {
    const { faults } = pumpFields(fieldReaders.everyPairOfSites, JSON_SCHEMA);
    expect(faults).toHaveLength(4);
    expect(faults[0]).toMatch(/^\.sites \(list of texts\): \d+ steps for 20 bytes/);
  });

  it('detect a text in a list that is read again for each of its bytes', () => {
    const { faults } = pumpFields(fieldReaders.hostAgainForEachByte, JSON_SCHEMA);
    expect(faults).toHaveLength(6);
    expect(faults.every((fault) => fault.startsWith('.sites.[].host (text'))).toBe(true);
  });
});
