import { toCsv } from './csv.ts';

describe('toCsv', () => {
  it('quotes what needs it', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          [1, null],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n1,');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('defuses the formula %j', (text) => {
    expect(toCsv(['a'], [[text]])).toBe(`a\r\n'${text}`);
  });
});
