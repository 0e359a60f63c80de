import { FreshCopy } from './fresh-copy.ts';

async function stored(copy: FreshCopy): Promise<unknown[][]> {
  const statements: unknown[][] = [];
  await copy.store({ query: async (_sql, values) => void statements.push([...values]) }, 7);
  return statements;
}

it('holds rows of sites that somebody looks at as they were given, in one bounded text', async () => {
  const copy = new FreshCopy([1]);
  expect([copy.shows(1), copy.shows(2), new FreshCopy([]).shows(1)]).toEqual([true, false, false]);
  const memory = Buffer.from('first\n');
  copy.add(memory);
  memory.fill('x');
  copy.add(Buffer.alloc(1024 * 1024));
  copy.add(Buffer.from('second\n'));
  expect(await stored(copy)).toEqual([[7, Buffer.from('first\nsecond\n')]]);
});

it('asks the database nothing where nobody looks', async () => {
  expect(await stored(new FreshCopy([]))).toEqual([]);
});
