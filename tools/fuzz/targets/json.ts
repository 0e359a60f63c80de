import { BrokenInvariant } from '../finding.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { inspect } from './inspecting-site.ts';
import { ATTACK, isBlocked } from './padded-attack.ts';

const send = (body: Buffer | string) => ({ contentType: 'application/json', body: Buffer.from(body) });
const attack = JSON.stringify(ATTACK);

function value(random: Random, depth: number): string {
  if (depth === 0 || random.chance(2))
    return random.pick([
      '1',
      '-0.5e+3',
      '"a"',
      '""',
      'null',
      'true',
      'false',
      '"\\u00e9\\n"',
      '"\\ud83d\\ude00"',
      '[]',
      '{}',
    ]);
  if (random.chance(2)) return `[${random.list(0, 5, () => value(random, depth - 1)).join(',')}]`;
  const member = (index: number) =>
    `${random.pick(['"a"', '""', '"k.l"'])}:${value(random, depth - 1)}${index < 0 ? ' ' : ''}`;
  return `{${random.list(0, 5, member).join(', ')}}`;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function parses(input: Buffer): boolean {
  try {
    JSON.parse(decoder.decode(input));
    return true;
  } catch {
    return false;
  }
}

/** JSON bodies; JSON.parse is the other reader. */
export const json: Target = {
  name: 'json',
  focus: /waf-engine\/src\/(evaluate\/body-processors|model)\//,
  largest: 32 * 1024,
  words: [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a":',
    '{"a":1}',
    '[1,2]',
    'null',
    'true',
    'false',
    '1e5',
    '-0',
    '\\u0000',
    '\\',
    '[[',
    ']]',
  ],
  generate: (random) => Buffer.from(value(random, 5)),
  read: (input) => {
    inspect(send(input));
  },
  compare: (input) => {
    const { bodyError } = inspect(send(input));
    if (input.length === 0) return;
    const theirs = parses(input);
    // What is too much for us is said so, and is not malformed.
    if (bodyError !== null && theirs && !/limit|deep|depth|long|many|exceed/i.test(bodyError))
      throw new BrokenInvariant(`JSON.parse reads it, we say: ${bodyError}`);
    if (bodyError === null && !theirs) throw new BrokenInvariant('we read what JSON.parse refuses');
  },
  staysBlocked: (padding) => {
    const text = padding.toString('latin1');
    const around = [
      `{"p":${text},"q":${attack}}`,
      `{"q":${attack},"p":${text}}`,
      `[${text},${attack}]`,
      `{${JSON.stringify(text)}:${attack}}`,
    ];
    return around.every((body) => isBlocked(send(Buffer.from(body, 'latin1'))));
  },
};
