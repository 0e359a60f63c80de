import { moveEntry, putEntry, removeEntry } from './use-policy-list.ts';

const list = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
const ids = (edited: readonly { id: string }[]) => edited.map(({ id }) => id).join('');

describe('changes of a list', () => {
  it.each([
    ['a', -1, 'abc'],
    ['b', -1, 'bac'],
    ['b', 1, 'acb'],
    ['c', 1, 'abc'],
    ['x', 1, 'abc'],
  ] as const)('%s moves by %i: %s', (id, by, expected) => {
    expect(ids(moveEntry(id, by).apply(list))).toBe(expected);
  });

  it('put an entry behind the others, where it stood, or in the place of its older self', () => {
    const entry = { id: 'd', text: 'new' };
    expect(ids(putEntry(entry).apply(list))).toBe('abcd');
    expect(ids(putEntry(entry, 1).apply(list))).toBe('adbc');
    expect(putEntry({ id: 'b', text: 'new' }).apply(list)[1]).toEqual({ id: 'b', text: 'new' });
  });

  it('take one out; one that is gone already stays gone', () => {
    expect(ids(removeEntry('b').apply(list))).toBe('ac');
    expect(ids(removeEntry('x').apply(list))).toBe('abc');
  });
});
