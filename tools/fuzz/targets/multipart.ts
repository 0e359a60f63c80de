import type { Target } from '../target.ts';
import { inspect } from './inspecting-site.ts';
import { ATTACK, isBlocked } from './padded-attack.ts';

const contentType = 'multipart/form-data; boundary=edge';
const field = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const attack = Buffer.from(field('q', ATTACK));
const end = Buffer.from('--edge--\r\n');

/** Bodies of multipart/form-data; the input stands between the first boundary and the last. */
export const multipart: Target = {
  name: 'multipart',
  focus: /waf-engine\/src\/evaluate\/body-processors\//,
  largest: 48 * 1024,
  words: [
    '--edge\r\n',
    '--edge--\r\n',
    'Content-Disposition: form-data; name="a"',
    '; filename="b.txt"',
    'Content-Type: text/plain\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    '\r\n\r\n',
    '\r\n',
    '"',
    "filename*=UTF-8''x",
    ' folded\r\n',
    field('a', 'b'),
  ],
  generate: (random) =>
    Buffer.from(
      random
        .list(1, 6, () => {
          const file = random.pick(['', '', '; filename="x.txt"', "; filename*=UTF-8''y"]);
          const more = random.pick(['', 'Content-Type: text/plain\r\n', 'X: y\r\n z\r\n']);
          return `--edge\r\nContent-Disposition: form-data; name="${random.pick(['a', 'b', 'c[]', 'q'])}"${file}\r\n${more}\r\n${random.pick(['', '1', 'a\nb', '--edge', '--'])}\r\n`;
        })
        .join(''),
    ),
  read: (input) => {
    inspect({ contentType, body: Buffer.concat([input, end]) });
  },
  staysBlocked: (padding) =>
    isBlocked({ contentType, body: Buffer.concat([padding, attack, end]) }) &&
    isBlocked({ contentType, body: Buffer.concat([attack, padding, end]) }),
};
