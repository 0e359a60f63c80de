import type { Target } from '../target.ts';
import { inspect } from './inspecting-site.ts';
import { ATTACK, isBlocked, targetText } from './padded-attack.ts';

const FORM = 'application/x-www-form-urlencoded';
const attack = `q=${encodeURIComponent(ATTACK)}`;

/** Query strings and forms. */
export const urlencoded: Target = {
  name: 'urlencoded',
  focus: /waf-engine\/src\/evaluate\/(body-processors|body|state|variables)\//,
  largest: 16 * 1024,
  words: ['&', '=', 'a=b', '%', '%00', '%u0041', '+', '[]', '%26', '%3d', ';', '?'],
  generate: (random) =>
    Buffer.from(
      random
        .list(
          0,
          12,
          () => `${random.pick(['a', 'b[]', '', '%61', '+'])}=${random.pick(['', '1', '%2', '%zz', 'x y'])}`,
        )
        .join('&'),
    ),
  read: (input) => {
    inspect({ contentType: FORM, body: input });
    inspect({ target: `/?${targetText(input)}` });
  },
  staysBlocked: (padding) => {
    const text = targetText(padding);
    return (
      isBlocked({ target: `/?${text}&${attack}` }) &&
      isBlocked({ contentType: FORM, body: Buffer.concat([padding, Buffer.from(`&${attack}`)]) }) &&
      // Much in one place must not hide another.
      isBlocked({ target: `/?${text}`, contentType: FORM, body: Buffer.from(attack) }) &&
      isBlocked({ target: `/?${attack}`, contentType: FORM, body: padding })
    );
  },
};
