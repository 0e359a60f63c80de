import fc from 'fast-check';
import { fileFinderFor } from './file-ranges.ts';

const TYPE = 'multipart/form-data; boundary=edge';

/** The files that are found when a body arrives in pieces of these sizes. */
function filesOf(body: string, sizes: readonly number[], type = TYPE): string[] {
  const bytes = Buffer.from(body, 'latin1');
  const finder = fileFinderFor(type, '', bytes.subarray(0, 1))!;
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const size = Math.max(1, sizes[index % sizes.length]!);
    finder.push(bytes.subarray(at, at + size));
    at += size;
  }
  return finder.ranges().map(({ from, to }) => bytes.toString('latin1', from, to));
}

const part = (head: string, content: string) => `--edge\r\n${head}\r\n\r\n${content}\r\n`;
const file = (content: string) => part('Content-Disposition: form-data; name="f"; filename="x"', content);

describe('files in a form', () => {
  it('are found, and fields are not, however the form arrives in pieces', () => {
    const content = fc.stringMatching(/^[\r\n\-edgx]{0,30}$/).filter((text) => !text.includes('--edge'));
    fc.assert(
      fc.property(
        fc.array(content, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (contents, sizes) => {
          const field = part('Content-Disposition: form-data; name="a"', 'a field');
          const body = `${contents.map((text) => field + file(text)).join('')}--edge--\r\n`;
          expect(filesOf(body, sizes)).toEqual(contents.filter((text) => text !== ''));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['with a type of its own', `${part('Content-Type: image/png', 'one')}--edge--`, ['one']],
    [
      'with an encoded name',
      `${part("Content-Disposition: form-data; filename*=UTF-8''x", 'one')}--edge--`,
      ['one'],
    ],
    [
      'with a folded head',
      `${part('Content-Disposition: form-data;\r\n filename="x"', 'one')}--edge--`,
      ['one'],
    ],
    ['behind a preamble', `hello\r\n${file('one')}--edge--`, ['one']],
  ])('%s', (_name, body, files) => {
    expect(filesOf(body, [7])).toEqual(files);
  });

  it('in a body that is no form in the end are the whole body', () => {
    const unfinished = file('one');
    expect(filesOf(unfinished, [5])).toContain(unfinished);
    expect(filesOf('no form at all', [5])).toEqual(['no form at all']);
    const headless = `--edge\r\n${'x'.repeat(20_000)}`;
    expect(filesOf(headless, [1_000])).toContain(headless);
  });

  it('are looked for by what a body is, not only by what it says', () => {
    const finder = (type: string, first: string, coding = '') =>
      fileFinderFor(type, coding, Buffer.from(first, 'latin1'));
    expect(finder('application/json', '{"a":1}')).toBeNull();
    expect(finder('application/x-www-form-urlencoded', 'a=1')).toBeNull();
    expect(finder('application/soap+xml; charset=utf-8', '<x/>')).toBeNull();
    expect(finder('application/json', 'MZ\x90\0')!.isWhole).toBe(true);
    expect(finder('application/json', '{}', 'gzip')!.isWhole).toBe(true);
    expect(finder('', 'anything')!.isWhole).toBe(true);
    expect(finder('text/plain', 'anything')!.isWhole).toBe(true);
    expect(finder('multipart/form-data', 'no boundary')!.isWhole).toBe(true);
    expect(finder('multipart/mixed; boundary="a b"', '')!.isWhole).toBe(false);
  });
});
