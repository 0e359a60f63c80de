import { mergeDocuments } from './merge-documents.ts';

const part = (path: string, operationId: string, schemas: Record<string, object> = {}) => ({
  paths: { [path]: { get: { operationId } } },
  components: { schemas: schemas as Record<string, Record<string, unknown>> },
});

describe('mergeDocuments', () => {
  it('is the same in whatever order the services come', () => {
    const a = part('/api/a', 'getA', { Problem: { type: 'object' } });
    const b = part('/api/b', 'getB', { Problem: { type: 'object' }, B: { type: 'string' } });
    const merged = mergeDocuments({ a, b });
    expect(JSON.stringify(mergeDocuments({ b, a }))).toBe(JSON.stringify(merged));
    expect(merged).toMatchObject({
      paths: { '/api/a': {}, '/api/b': {} },
      components: { schemas: { B: { type: 'string' }, Problem: { type: 'object' } } },
    });
  });

  it('refuses what a client could not tell apart', () => {
    expect(() => mergeDocuments({ a: part('/api/x', 'one'), b: part('/api/x', 'two') })).toThrow('/api/x');
    expect(() => mergeDocuments({ a: part('/api/a', 'same'), b: part('/api/b', 'same') })).toThrow('same');
    expect(() =>
      mergeDocuments({
        a: part('/api/a', 'a', { S: { type: 'string' } }),
        b: part('/api/b', 'b', { S: {} }),
      }),
    ).toThrow('schemas/S');
  });
});
