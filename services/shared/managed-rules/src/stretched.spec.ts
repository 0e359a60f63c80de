/**
 * An attack stays blocked however long those of its parts are made that may be of any length: blanks, comments, leading zeros. What
 * rules count with an upper bound is a way past them: a pattern has one only where a distance between two words is meant.
 */
import { SAMPLE_ATTACKS } from './sample-attacks/index.ts';
import { send, sites } from './test-support/send.ts';

const LENGTHS = [5, 9, 41, 700];
const ZEROS = [5, 9, 41];
/** Between two words; those at line ends are indentation. */
const BLANK = /(?<=\S) (?=\S)/;
/** Of its own: `test` of a global expression goes on where it found one in the text before. */
const BLANKS = new RegExp(BLANK, 'g');

const isBlocked = (text: string): boolean => send(sites.medium, text).interruption !== null;

const passedOf = (
  attacks: readonly string[],
  stretch: (text: string, length: number) => string,
  lengths = LENGTHS,
): string[] =>
  attacks.flatMap((text) =>
    lengths.filter((length) => !isBlocked(stretch(text, length))).map((length) => `${length}: ${text}`),
  );

describe('an attack that is blocked', () => {
  const blocked = SAMPLE_ATTACKS.map(({ text }) => text).filter(isBlocked);
  const sql = SAMPLE_ATTACKS.filter(({ attackClass }) => attackClass === 'SQL injection').map(
    ({ text }) => text,
  );

  it('stays so with more blanks between its words', () => {
    const attacks = blocked.filter((text) => BLANK.test(text));
    expect(attacks.length).toBeGreaterThan(200);
    expect(passedOf(attacks, (text, length) => text.replaceAll(BLANKS, ' '.repeat(length)))).toEqual([]);
  });

  it('stays so with comments of any length between the words of SQL', () => {
    const attacks = sql.filter((text) => BLANK.test(text) && isBlocked(text));
    expect(attacks.length).toBeGreaterThan(50);
    expect(passedOf(attacks, (text, length) => text.replaceAll(BLANKS, `/*${'a'.repeat(length)}*/`))).toEqual(
      [],
    );
  });

  it('stays so with zeros in front of the numbers of SQL', () => {
    const attacks = sql.filter((text) => /(?<![\w.])[1-9]/.test(text) && isBlocked(text));
    expect(attacks.length).toBeGreaterThan(50);
    expect(
      passedOf(
        attacks,
        (text, length) => text.replaceAll(/(?<![\w.:])(?=[1-9])/g, '0'.repeat(length)),
        ZEROS,
      ),
    ).toEqual([]);
  });
});
