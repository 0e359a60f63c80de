import { compilePattern, Subject } from '@palisade/regex';
import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { transformations } from './index.ts';
import { BEYOND_ONE_WORD, MARKUP } from './traits.ts';
import { stepsTriggeredBy, triggerBitsOf } from './trigger-bits.ts';

const of = (text: string) => new Subject().ofText(text);

describe('trigger bits', () => {
  it.each(Object.entries(transformations))('never deny that %s may change a value', (_name, step) => {
    fc.assert(
      fc.property(byteString(40), (value) => {
        if (step.apply(value) !== value) expect(stepsTriggeredBy(of(value), triggerBitsOf(step))).not.toBe(0);
      }),
    );
  });

  it('look closer at paths and white space', () => {
    const paths = fc.array(fc.constantFrom('a', '.', '..', '/', '\\', ' ', '\t', 'b.c', 'd.'), {
      maxLength: 8,
    });
    const closer = ['normalisepath', 'normalisepathwin', 'compresswhitespace'].map(
      (name) => transformations[name]!,
    );
    fc.assert(
      fc.property(paths, (parts) => {
        const value = parts.join('');
        for (const step of closer) {
          if (step.apply(value) !== value)
            expect(stepsTriggeredBy(of(value), -1) & triggerBitsOf(step)).not.toBe(0);
        }
      }),
      { numRuns: 5000 },
    );
    for (const value of ['/a/b.c d/e', 'As text ends.', '/a./b.'])
      for (const step of closer) expect(stepsTriggeredBy(of(value), triggerBitsOf(step))).toBe(0);
  });

  it('have closer looks that say as patterns what they say', () => {
    const piece = fc.oneof(
      fc.constantFrom('.', '..', '/', '\\', ' ', '\t', '\n', 'b.c', 'd.'),
      byteString(3),
    );
    const closer = Object.values(transformations).filter((step) => step.mayChange !== undefined);
    expect(closer.length).toBeGreaterThan(2);
    for (const { mayChange, changes } of closer) {
      const pattern = compilePattern(changes!);
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
          const value = parts.join('');
          expect(pattern.test(value)).toBe(mayChange!(of(value)));
        }),
        { numRuns: 3000 },
      );
    }
  });

  it('find the traits of a value on their way', () => {
    const traitsOf = (text: string) => {
      const value = of(text);
      stepsTriggeredBy(value, 0);
      return value.traits & (MARKUP | BEYOND_ONE_WORD);
    };
    expect(traitsOf('one_Word1')).toBe(0);
    expect(traitsOf('two words')).toBe(BEYOND_ONE_WORD);
    expect(traitsOf('a=b')).toBe(BEYOND_ONE_WORD | MARKUP);
    expect(traitsOf('<')).toBe(BEYOND_ONE_WORD | MARKUP);
  });

  it('tell most transformations from each other', () => {
    const bits = Object.values(transformations).map(triggerBitsOf);
    expect(new Set(bits).size).toBeGreaterThan(12);
    expect(stepsTriggeredBy(of('plain'), triggerBitsOf(transformations.urldecodeuni!))).toBe(0);
    expect(stepsTriggeredBy(of('100%'), triggerBitsOf(transformations.urldecodeuni!))).not.toBe(0);
  });
});
