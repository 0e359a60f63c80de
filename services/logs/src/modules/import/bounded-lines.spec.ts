import { boundedLines, LineTooLongError } from './bounded-lines.ts';

const linesOf = async (text: string, pieceBytes: number, maxBytes = 20): Promise<string[]> => {
  const bytes = Buffer.from(text);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
  };
  const lines: string[] = [];
  for await (const line of boundedLines(pieces(), maxBytes)) lines.push(line);
  return lines;
};

describe('lines of a file', () => {
  it.each([1, 2, 3, 7, 100])('end at newlines and nowhere else, in pieces of %i bytes', async (size) => {
    expect(await linesOf('one\r\n\ntw\u2028ö\u2029\rx\nthree', size)).toEqual([
      'one',
      '',
      'tw\u2028ö\u2029\rx',
      'three',
    ]);
  });

  it('are held no longer than they may be', async () => {
    expect(await linesOf(`${'x'.repeat(20)}\n`, 6)).toEqual(['x'.repeat(20)]);
    await expect(linesOf(`one\n${'x'.repeat(21)}`, 6)).rejects.toThrow(LineTooLongError);
  });

  it('are none in an empty file', async () => {
    expect(await linesOf('', 1)).toEqual([]);
  });
});
