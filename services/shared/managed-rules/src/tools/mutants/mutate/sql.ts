import type { Random } from '../../parser-differences/generate/random.ts';
import { halves, hex, longBlanks, type Mutation, randomCase, replaceSome } from './mutation.ts';

const STRING = /'(\w{2,20})'/g;
const unquoted = (literal: string): string => literal.slice(1, -1);

const truths = (random: Random): string => {
  const number = 2 + random.below(900);
  return random.pick([
    `${number}=${number}`,
    `${number}>${number - 1}`,
    `${number} between 1 and ${number}`,
    `${number} in (${number},${number + 3})`,
    `not ${number}=${number + 1}`,
    `${number} is not null`,
    `${number} is ${number}`,
    `${number}<>${number + 4}`,
    `'ab' like 'a%'`,
    `(${number})=(${number})`,
    `${number}|0=${number}`,
    `abs(-${number})=${number}`,
    `length('abc')=3`,
    `exists(select ${number})`,
    `coalesce(null,${number})=${number}`,
    `case when ${number} then 1 else 0 end`,
  ]);
};

const numberLike = (digits: string, random: Random): string => {
  const number = Number(digits);
  return random.pick([
    `0x${number.toString(16)}`,
    `${digits}.0`,
    `${digits}e0`,
    `(${digits})`,
    `+${digits}`,
    `${number + 3}-3`,
    `~~${digits}`,
    `-(-${digits})`,
  ]);
};

/** SQL spelt otherwise. What a server's grammar does not take is left to the interpreter to refuse. */
export const SQL_MUTATIONS = {
  case: randomCase,
  'long blanks': longBlanks,
  'comments for blanks': (payload, random) =>
    replaceSome(payload, / +/g, random, () =>
      random.pick([
        '/**/',
        '/*x*/',
        '/*!*/',
        '/**//**/',
        `/*${'a'.repeat(random.pick([1, 20, 400]))}*/`,
        '/*\n*/',
        '/*=*/',
      ]),
    ),
  'line comments for blanks': (payload, random) =>
    replaceSome(payload, / +/g, random, () => random.pick(['--\n', '--x\n', '-- a b c\n'])),
  'other blanks': (payload, random) =>
    replaceSome(payload, / +/g, random, () => random.pick(['\t', '\n', '\f', '\r', '\r\n', '  ', '\t \n'])),
  'brackets for blanks': (payload, random) =>
    replaceSome(
      payload,
      /(?<=\b(?:and|or|select|not|where|by|like|when|then)) +\d+(?:=\d+)?/gi,
      random,
      (match) => `(${match.trim()})`,
    ),
  'no blanks': (payload) =>
    payload.replace(/ *([=<>(),|*+-]) */g, '$1').replace(/(['"]) +(?=or|and|union)/gi, '$1'),
  'split strings': (payload, random) =>
    replaceSome(payload, STRING, random, (match) => {
      const [one, other] = halves(unquoted(match), random);
      return `'${one}'||'${other}'`;
    }),
  'strings as numbers': (payload, random) =>
    replaceSome(payload, STRING, random, (match) => {
      const characters = [...unquoted(match)];
      return random.pick([
        `char(${characters.map((one) => one.charCodeAt(0)).join(',')})`,
        `x'${characters.map((one) => hex(one)).join('')}'`,
      ]);
    }),
  'numbers otherwise': (payload, random) =>
    replaceSome(payload, /(?<![\w.'"%-])\d{1,5}(?![\w.'"%])/g, random, (match) => numberLike(match, random)),
  'other conditions': (payload, random) =>
    replaceSome(payload, /(?<![\w.'"])(\d{1,6}) ?= ?\1(?![\w.'"])/g, random, () => truths(random)),
  'other comparisons': (payload, random) =>
    replaceSome(payload, /(?<=\w|'|") ?= ?(?=\w|'|")/g, random, () =>
      random.pick([' like ', ' is ', '==', ' glob ', '<=', '>=']),
    ),
  'other unions': (payload, random) =>
    replaceSome(payload, /union(?: all)? +select/gi, random, () =>
      random.pick([
        'union all select',
        'union select distinct',
        'union all select all',
        'except select',
        'union values(1) union select',
      ]),
    ),
  'other names of functions': (payload, random) =>
    replaceSome(
      payload,
      /\b(?:sleep|substring|substr|mid|concat|ascii|version|database|user|if|benchmark|char|chr)(?=\()/gi,
      random,
      (match) =>
        random.pick([
          `${match} `,
          `${match}/**/`,
          `"${match}"`,
          match.toUpperCase(),
          'hex',
          'instr',
          'group_concat',
          'printf',
          'nullif',
        ]),
    ),
  'quoted names': (payload, random) =>
    replaceSome(payload, /(?<=\b(?:from|join|into|update|table) +)\w+/gi, random, (match) =>
      random.pick([`"${match}"`, `[${match}]`, `\`${match}\``, `main.${match}`]),
    ),
  'other endings': (payload, random) => {
    const bare = payload.replace(/(?:--|#|;)[^'"]{0,6}$/, '');
    return bare + random.pick(['-- ', '--', '-- x', ';--', ';', '/*', '--+', '-- -', '/* a', '--\n']);
  },
  'another value before it': (payload, random) =>
    random.pick([
      'blue shoes',
      '0',
      'eve@example.net',
      '2026-01-05',
      'x'.repeat(60),
      'null',
      '9e9',
      '.5',
      'Zoë',
    ]) + payload.replace(/^[-\w.]+/, ''),
} as const satisfies Record<string, Mutation>;
