import { Entry } from '../../model/entry.ts';
import { HeaderMemo } from './header-memo.ts';

let looks = 0;
const memo = new HeaderMemo(({ lowerKey, value }) => {
  looks++;
  return lowerKey === 'accept' && value.startsWith('a');
});
const header = (name: string, value: string) => new Entry('REQUEST_HEADERS', name, value);

it('says of a header what a look said, and looks once', () => {
  looks = 0;
  for (let round = 0; round < 3; round++) {
    expect(memo.ask(header('Accept', 'a'), true)).toBe(true);
    expect(memo.ask(header('accept', 'b'), true)).toBe(false);
  }
  expect(looks).toBe(2);
});

it('asks anew about the same value under another name', () => {
  expect([
    memo.ask(header('accept', 'ab'), true),
    memo.ask(header('x-note', 'ab'), true),
    memo.ask(header('accept', 'ab'), true),
  ]).toEqual([true, false, true]);
});

it('looks each time at long values, and at all where it is not in use', () => {
  looks = 0;
  for (let round = 0; round < 2; round++) {
    memo.ask(header('accept', 'a'.repeat(257)), true);
    memo.ask(header('accept', 'a'), false);
  }
  expect(looks).toBe(4);
});

it('is right about more values than it keeps', () => {
  for (let round = 0; round < 3; round++)
    for (let index = 0; index < 2_000; index++) {
      const value = `${index % 2 === 0 ? 'a' : 'b'}${index}`;
      expect(memo.ask(header('accept', value), true)).toBe(index % 2 === 0);
    }
});
