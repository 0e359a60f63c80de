import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { runToEnd } from '../../model/pausable.ts';
import { transformations } from './index.ts';
import { beginPass, endPass } from './pass.ts';
import { PlainTransformer } from './plain-transformer.ts';

const ENTRIES = Object.entries(transformations);
/** By construction short (of a long value nothing is changed), one native call, or hardly ever asked of anything long. */
const WHOLE = [
  'hideescapedcode',
  'hideplainscripts',
  'length',
  'md5',
  'sha1',
  'trim',
  'trimleft',
  'trimright',
];

/** Digits of Base64, hexadecimal strings, and what may stand between. */
const digits = fc
  .array(fc.constantFrom('Q', 'U', '9', '0x4', '1', 'X', '=', '\r\n', '\n', ' ', '\0', 'QUJD'), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''));

it('nearly all transformations can be interrupted', () => {
  expect(
    ENTRIES.filter(([, { inPieces }]) => inPieces === undefined)
      .map(([name]) => name)
      .sort(),
  ).toEqual(WHOLE);
});

describe.each(ENTRIES.filter(([, { inPieces }]) => inPieces !== undefined))('t:%s in pieces', (_, entry) => {
  const { apply } = entry;
  const rules = entry.inPieces!;

  it('makes the same of a value, wherever it is interrupted', () => {
    fc.assert(
      fc.property(
        fc.oneof(byteString(), digits),
        byteString(),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (value, other, lengths) => {
          const pass = beginPass(value, rules);
          for (const length of lengths) {
            if (pass.at >= value.length) break;
            const before = pass.at;
            rules.advance(pass, Math.min(value.length, before + length));
            expect(pass.at).toBeGreaterThanOrEqual(Math.min(value.length, before + length));
            apply(other);
          }
          const result = endPass(pass, rules);
          expect(result).toBe(apply(value));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('makes the same of a long value, which it leaves as it is where nothing changes', () => {
    fc.assert(
      fc.property(
        byteString(),
        fc.constantFrom(
          'a',
          ' ',
          '\\',
          '&#x4',
          '%u',
          '/..',
          '/*',
          '\xc3\xa9A',
          '0x41',
          'QUJD',
          'QUI=',
          '\r\n',
        ),
        (text, unit) => {
          const value = `${text}${unit.repeat(30_000 / unit.length)}${text}`;
          const budget = new StepBudget();
          budget.beginSlice(1);
          expect(runToEnd(new PlainTransformer(budget).stepInSlices(entry, value))).toBe(apply(value));
          expect(budget.steps).toBeGreaterThan(value.length);
        },
      ),
      { numRuns: 20 },
    );
  });
});
