import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { runToEnd } from '../../model/pausable.ts';
import { percentDecode, percentDecodeInSlices } from './percent-decoding.ts';
import { isBinary, isReadable } from './sniff.ts';
import { textOf } from './text-in-bytes.ts';

/** Long enough for several pieces, with whatever it is at every place of one. */
const longText = (pieces: readonly string[]) =>
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }), fc.nat(40), fc.nat(4))
    .map(([unit, shift, times]) => {
      const text = unit.join('');
      return 'x'.repeat(shift) + text.repeat(Math.ceil((times * 11_000) / text.length));
    });

const budgetOf = (steps: number) => {
  const budget = new StepBudget();
  budget.beginSlice(steps);
  return budget;
};

describe('what is done with long texts in slices is what is done at once:', () => {
  it('percent escapes', () => {
    fc.assert(
      fc.property(longText(['%', '%4', '1', '%41', '%%32%', '+', 'a']), fc.boolean(), (text, plusIsBlank) => {
        const decoded = runToEnd(percentDecodeInSlices(text, plusIsBlank, budgetOf(1)));
        expect(decoded).toBe(percentDecode(text, plusIsBlank));
      }),
      { numRuns: 200 },
    );
  });

  it('whether a text may be read, with or without its NULs', () => {
    const pieces = [
      '\0',
      '\x01',
      'a word or two',
      '\0\0\0\0\0\0\0\0',
      'some more words of a text, and others',
    ];
    let readable = 0;
    fc.assert(
      fc.property(longText(pieces), (text) => {
        const isText = !isBinary(text) || !isBinary(text.replaceAll('\0', ''));
        expect(runToEnd(isReadable(text, budgetOf(1)))).toBe(isText);
        if (isText) readable++;
      }),
      { numRuns: 200 },
    );
    expect(readable).toBeGreaterThan(20);
  });

  it('text between bytes', () => {
    fc.assert(
      fc.property(
        longText(['\0', '\x01\xff', 'text of six and more', 'u\0n\0i\0o\0n\0 \0', 'abc']),
        (content) => {
          const bytes = content.replaceAll('\0', '');
          const runs = bytes.match(/[\t-\r -~]{6,}/g) ?? [];
          const text = isBinary(bytes) ? runs.join(' ') : bytes;
          const whole = isBinary(content) ? text : content;
          expect(runToEnd(textOf(content, budgetOf(1)))).toBe(whole);
        },
      ),
      { numRuns: 200 },
    );
  });
});
