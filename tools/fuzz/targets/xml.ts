import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { inspect } from './inspecting-site.ts';
import { ATTACK, isBlocked } from './padded-attack.ts';

const attack = `<q>${ATTACK}</q>`;
const send = (body: Buffer) => ({ contentType: 'text/xml', body });

function element(random: Random, depth: number): string {
  const name = random.pick(['a', 'b', 'x:y', 'q']);
  const attributes = random.list(
    0,
    4,
    (index) => ` ${random.pick(['a', 'x', 'b'])}${index}="${random.pick(['', '1', '&lt;', '&#65;', '&e;'])}"`,
  );
  if (random.chance(3)) return `<${name}${attributes.join('')}/>`;
  const inside = random.list(0, 4, () =>
    depth > 0 && random.chance(2)
      ? element(random, depth - 1)
      : random.pick(['text', '<!-- c -->', '<![CDATA[d]]>', '<?p i?>', '&amp;', '&e;', '\n']),
  );
  return `<${name}${attributes.join('')}>${inside.join('')}</${name}>`;
}

/** XML bodies. */
export const xml: Target = {
  name: 'xml',
  focus: /waf-engine\/src\/evaluate\/body-processors\//,
  largest: 64 * 1024,
  words: [
    '<a>',
    '</a>',
    '<a ',
    '/>',
    ' a="1"',
    "='",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE a [',
    '<!ENTITY e "1">',
    ']>',
    '&e;',
    '&#x41;',
    '&amp;',
    '<?xml version="1.0"?>',
    ' xmlns:a="b"',
    '\xef\xbb\xbf',
  ],
  generate: (random) => {
    const declared = random.chance(4) ? '<!DOCTYPE a [<!ENTITY e "x&f;"><!ENTITY f "yy">]>' : '';
    return Buffer.from(`${random.chance(4) ? '<?xml version="1.0"?>' : ''}${declared}${element(random, 4)}`);
  },
  read: (input) => {
    inspect(send(input));
  },
  staysBlocked: (padding) =>
    [
      [padding, attack],
      [attack, padding],
    ].every((inside) =>
      isBlocked(send(Buffer.concat(['<r>', ...inside, '</r>'].map((piece) => Buffer.from(piece))))),
    ),
};
