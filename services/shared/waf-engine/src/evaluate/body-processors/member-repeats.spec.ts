import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { bodyOf } from '../../../test/support/body.ts';
import { IS_INDEX, NO_REPEAT, type PackedArguments } from '../../model/packed-arguments.ts';
import { runToEnd } from '../../model/pausable.ts';
import { readJson } from './json.ts';

function read(document: unknown): PackedArguments {
  const body = bodyOf(Buffer.from(JSON.stringify(document), 'utf8').toString('latin1'));
  const { found, error } = runToEnd(readJson(body, 50, 100_000, new StepBudget()));
  expect(error).toBeNull();
  return found;
}

const memberStep = (found: PackedArguments, index: number): string =>
  found.stepEnd(index) === IS_INDEX
    ? `[${found.stepStart(index)}]`
    : found.arena.text(found.stepStart(index), found.stepEnd(index));
const memberValue = (found: PackedArguments, index: number): string =>
  found.arena.text(found.valueStart(index), found.valueEnd(index));

/** By argument: whether an earlier one with its step, and its value, is known. */
function repeats(found: PackedArguments): [boolean, boolean][] {
  return Array.from({ length: found.count }, (_, index) => [
    found.sameStepAt(index) !== NO_REPEAT,
    found.sameValueAt(index) !== NO_REPEAT,
  ]);
}

describe('members of a document that come again', () => {
  it('are known by name, and by value where that is the same', () => {
    const found = read(Array.from({ length: 12 }, (_, id) => ({ id: 100 + id, state: 'new', tags: ['x'] })));
    expect(found.hasRepeats).toBe(true);
    // Of short documents nothing is known.
    expect(repeats(found).slice(-3)).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ]);
  });

  it('are not known in a short document, nor where they are long', () => {
    expect(read([{ a: 1 }, { a: 1 }]).hasRepeats).toBe(false);
    const long = 'x'.repeat(129);
    const found = read(Array.from({ length: 12 }, () => ({ note: long, [long]: 'a' })));
    expect(repeats(found).slice(-2)).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('are always the same bytes', () => {
    const word = fc.oneof(
      fc.constantFrom('ab', 'ba', 'a', '', 'é', 'a"b', '0', '1'),
      fc.string({ maxLength: 3 }),
      fc.nat(300),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        word,
        fc.array(tie('node'), { maxLength: 6 }),
        fc.dictionary(word.map(String), tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    let known = 0;
    fc.assert(
      fc.property(fc.array(tree, { minLength: 4, maxLength: 12 }), (document) => {
        const found = read(document);
        for (let index = 0; index < found.count; index++) {
          const step = found.sameStepAt(index);
          const value = found.sameValueAt(index);
          if (step !== NO_REPEAT) {
            known++;
            expect(step).toBeLessThan(index);
            expect(memberStep(found, step)).toBe(memberStep(found, index));
          }
          if (value !== NO_REPEAT) expect(memberValue(found, value)).toBe(memberValue(found, index));
        }
      }),
    );
    expect(known).toBeGreaterThan(100);
  });
});
