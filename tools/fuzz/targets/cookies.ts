import type { Target } from '../target.ts';
import { inspect } from './inspecting-site.ts';
import { ATTACK, isBlocked } from './padded-attack.ts';

/** Characters that a header line may contain. */
const lineOf = (input: Buffer): string =>
  input
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ')
    .trim();
const attack = `q=${ATTACK.replaceAll(';', '')}`;

/** The Cookie header, as long as a head may be. */
export const cookies: Target = {
  name: 'cookies',
  focus: /waf-engine\/src\/evaluate\/(state|variables)/,
  largest: 24 * 1024,
  words: ['; ', ';', '=', 'a=b', '"', ',', '$Version=1', '%3d', '\t', '__Host-'],
  generate: (random) =>
    Buffer.from(
      random
        .list(0, 12, () => `${random.pick(['a', 'b', '', '$Path'])}=${random.pick(['', '1', '"q"', 'x=y'])}`)
        .join('; '),
    ),
  read: (input) => {
    inspect({ headers: ['Cookie', lineOf(input)] });
  },
  staysBlocked: (padding) => {
    const line = lineOf(padding);
    return (
      isBlocked({ headers: ['Cookie', `${line}; ${attack}`] }) &&
      isBlocked({ headers: ['Cookie', `${attack}; ${line}`] }) &&
      isBlocked({ headers: ['Cookie', line, 'Cookie', attack] })
    );
  },
};
