import type { Random } from '../../parser-differences/generate/random.ts';
import { hex, type Mutation, randomCase, replaceSome } from './mutation.ts';

const STEP = /\.\.[/\\]/g;
const escaped = (text: string, random: Random): string =>
  [...text].map((one) => `%${random.oneIn(2) ? hex(one) : hex(one).toUpperCase()}`).join('');

/** Names of files spelt otherwise. */
export const PATH_MUTATIONS = {
  'escaped steps': (payload, random) =>
    replaceSome(payload, STEP, random, (step) =>
      random.pick([
        escaped(step, random),
        `..${escaped(step[2]!, random)}`,
        `${escaped('..', random)}${step[2]}`,
        `.${escaped('./', random)}`,
      ]),
    ),
  'steps escaped twice': (payload, random) =>
    replaceSome(payload, STEP, random, (step) => escaped(step, random).replaceAll('%', '%25')),
  'overlong steps': (payload, random) =>
    replaceSome(payload, STEP, random, () =>
      random.pick([
        '%c0%ae%c0%ae/',
        '..%c0%af',
        '%c0%ae%c0%ae%c0%af',
        '%u002e%u002e/',
        '..%u2215',
        '..%c1%9c',
        '%e0%80%ae%e0%80%ae/',
      ]),
    ),
  backslashes: (payload, random) => replaceSome(payload, /\//g, random, () => '\\'),
  'empty steps': (payload, random) =>
    replaceSome(payload, /[/\\]/g, random, (slash) =>
      random.pick([
        `${slash}.${slash}`,
        `${slash}${slash}`,
        `${slash}.${slash}.${slash}`,
        `${slash}a${slash}..${slash}`,
      ]),
    ),
  'more steps': (payload, random) =>
    replaceSome(payload, STEP, random, (step) => step.repeat(2 + random.below(6))),
  'a folder before it': (payload, random) =>
    random.pick(['images/', './', 'en/', 'a/b/../', 'pages\\', 'static/']) + payload,
  'an ending behind it': (payload, random) =>
    payload + random.pick(['%00', '%00.png', '\0.jpg', '/.', '/', '%2500.html', '?x', '/./.']),
  'escaped letters': (payload, random) =>
    replaceSome(payload, /(?<!%u?[0-9a-f]{0,3})[a-z]/gi, random, (letter) =>
      random.oneIn(2) ? escaped(letter, random) : letter,
    ),
  'case of names': (payload, random) => (payload.includes('%') ? payload : randomCase(payload, random)),
} as const satisfies Record<string, Mutation>;
