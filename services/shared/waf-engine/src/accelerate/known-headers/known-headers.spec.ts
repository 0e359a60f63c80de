import { KnownHeaders } from './known-headers.ts';

const later = (text: string): string => Buffer.from(text).toString('latin1');

it('a header that came before is the same entry, with what was found out about it', () => {
  const headers = new KnownHeaders();
  const [first, second, third, fourth] = Array.from({ length: 4 }, () =>
    headers.find('Accept', later('text/html')),
  );
  // Most values come once only, and nothing is kept of those.
  expect(first!.known).toBeNull();
  expect(second!.known).not.toBeNull();
  expect(third).toBe(second);
  expect(fourth).toBe(second);
  expect(fourth).toMatchObject({ collection: 'REQUEST_HEADERS', key: 'Accept', value: 'text/html' });
});

it('the same value under another name, or in another spelling of the name, is another header', () => {
  const headers = new KnownHeaders();
  const names = ['Pragma', 'Cache-Control', 'pragma', 'X-One', 'X-Two', 'X-Three'];
  for (let round = 0; round < 4; round++)
    for (const name of names) {
      const entry = headers.find(name, 'no-cache');
      expect([entry.key, entry.lowerKey, entry.value]).toEqual([name, name.toLowerCase(), 'no-cache']);
    }
});

it('no session and no log-in is kept, in whatever spelling, and nothing long', () => {
  const headers = new KnownHeaders();
  const fields = [
    ['Cookie', 'a=1'],
    ['cOOKIE', 'a=1'],
    ['Authorization', 'Basic YTpi'],
    ['Proxy-Authorization', 'Basic YTpi'],
    ['X-Note', 'a'.repeat(257)],
    ['N'.repeat(65), 'a'],
  ] as const;
  for (let round = 0; round < 4; round++)
    for (const [name, value] of fields) expect(headers.find(name, value).known).toBeNull();
});

it('forgets the oldest of more than it has room for, and is right about all', () => {
  const headers = new KnownHeaders();
  const thrice = (value: string) => [1, 2, 3].map(() => headers.find('X-Number', value)).at(-1)!;
  const first = thrice('first');
  for (let index = 0; index < 3_000; index++) expect(thrice(`${index}`).value).toBe(`${index}`);
  expect(headers.find('X-Number', 'first')).not.toBe(first);
  expect(headers.find('X-Number', '2999').known).not.toBeNull();
});
