import fc from 'fast-check';
import { FormWindows } from './form-windows.ts';

const TYPE = 'multipart/form-data; boundary=edge';
const bytes = (text: string) => Buffer.from(text, 'latin1');
const after = (text: string, type = TYPE) => {
  const windows = FormWindows.of(type)!;
  const at = windows.push(bytes(text));
  return { at, inFile: windows.inFile };
};
const FILE = '--edge\r\nContent-Disposition: form-data; name="a"; filename="b.jpg"\r\n\r\n';
const FIELD = '--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n';

describe('how a window goes on behind a cut', () => {
  const continuation = (text: string, wantsFiles = false) => {
    const windows = FormWindows.of(TYPE)!;
    windows.push(bytes(text));
    return windows.continuation(wantsFiles)?.toString('latin1') ?? null;
  };
  const TYPED = FILE.replace('\r\n\r\n', '\r\nContent-Type: image/png\r\n\r\n');

  it.each([
    ['anywhere in a file of a type', `${TYPED}x`, null],
    ['with the head of a file without one', `${FILE}x`, `${FILE}x`],
    [
      'with the head of a file of an empty one',
      `${TYPED.replace('image/png', ' ')}x`,
      `${TYPED.replace('image/png', ' ')}x`,
    ],
    ['anywhere in a field', `${FIELD}x`, null],
    ['anywhere behind such a file', `${FILE}x\r\n${TYPED}x`, null],
  ])('%s: %j', (_how, text, expected) => {
    expect(continuation(text)).toBe(expected);
  });

  it('with head and beginning of a file that is looked at, however it came in pieces', () => {
    const text = `${TYPED}${'0123456789'.repeat(100)}`;
    const expected = `${TYPED}${'0123456789'.repeat(100).slice(0, 256)}`;
    expect(continuation(text, true)).toBe(expected);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), (size) => {
        const windows = FormWindows.of(TYPE)!;
        for (let at = 0; at < text.length; at += size) windows.push(bytes(text.slice(at, at + size)));
        expect(windows.continuation(true)?.toString('latin1')).toBe(expected);
      }),
    );
  });
});

describe('where a form may be cut', () => {
  it.each([
    ['in a file', `${FILE}\xff\xd8`, true],
    ['in a file of many lines, though they look like heads', `${FILE}a\r\n\r\nname="x"`, true],
    ['where only filename* names it', FILE.replace('filename=', "filename*=utf-8''"), true],
    ['in a file of one whose lines end otherwise', FILE.replaceAll('\r\n', '\n'), true],
    ['in a related part of an image', '--edge\r\nContent-Type: image/png\r\n\r\n\x89PNG', true],
    ['in a field', `${FIELD}value`, false],
    [
      'in a field of some type',
      `${FIELD.replace('\r\n\r\n', '\r\nContent-Type: image/png\r\n\r\n')}x`,
      false,
    ],
    ['in a file without a name, which servers take for a field', FILE.replace('b.jpg', ''), false],
    ['in a field of that name', FIELD.replace('"a"', '"a filename=b"'), false],
    ['in a field whose name seems to name a file', FIELD.replace('"a"', '"a; filename=b"'), false],
    [
      'in a field whose name escapes its quotes',
      FIELD.replace('"a"', String.raw`"a\"; filename=\"b"`),
      false,
    ],
    [
      'in a field with another header of a file',
      FIELD.replace('--edge\r\n', '--edge\r\nX-A: filename=b\r\n'),
      false,
    ],
    [
      'in a field whose type names a file',
      FIELD.replace('\r\n\r\n', '\r\nContent-Type: text/plain; filename=b\r\n\r\n'),
      false,
    ],
    ['in a field of two dispositions', FIELD.replace('--edge\r\n', FILE.slice(0, -2)), false],
    ['in a file of a name with quotes', FILE.replace('b.jpg', String.raw`a \"b\".jpg`), true],
    ['in a file of a name with a semicolon', FILE.replace('b.jpg', 'a; b.jpg'), true],
    ['in a head', FILE.slice(0, -2), false],
    ['behind a file', `${FILE}x\r\n--edge`, false],
    ['behind what only looks like the end of a file', `${FILE}x--edge--`, false],
    ['before the first part', 'text', false],
    [
      'behind a head that is too long to be read',
      `--edge\r\nX: ${'y'.repeat(20_000)}\r\nfilename=x\r\n\r\n`,
      false,
    ],
  ])('%s: %j', (_where, text, expected) => {
    expect(after(text).inFile).toBe(expected);
  });

  it('does not depend on how the body is cut into chunks', () => {
    const piece = fc.constantFrom(
      FILE,
      FIELD,
      '\r\n--edge--\r\n',
      'x',
      '\r\n',
      '--edg',
      '--',
      '\xff\0',
      'filename=',
    );
    const property = fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(200), { maxLength: 30 }),
      (pieces, cuts) => {
        const text = pieces.join('');
        const windows = FormWindows.of(TYPE)!;
        let at = 0;
        let firstEnd = -1;
        for (const length of [...cuts, text.length]) {
          const end = Math.min(text.length, at + length + 1);
          const found = windows.push(bytes(text.slice(at, end)));
          if (found >= 0 && firstEnd < 0) firstEnd = at + found;
          at = end;
        }
        expect({ at: firstEnd, inFile: windows.inFile }).toEqual(after(text));
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });

  it('knows the boundary by its parameter', () => {
    expect(FormWindows.of('multipart/form-data; charset=x; boundary="a b"')!.delimiter.toString()).toBe(
      '--a b',
    );
    expect(FormWindows.of('multipart/form-data')).toBeNull();
    expect(FormWindows.of('text/plain; boundary=x')).toBeNull();
  });
});
