// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells write variables so, too
import type { Random } from '../../parser-differences/generate/random.ts';
import { halves, hex, longBlanks, type Mutation, replaceSome } from './mutation.ts';

const COMMAND =
  /(?<![\w./$-])(?:cat|ls|id|whoami|uname|sleep|ping|echo|curl|wget|nc|netstat|ifconfig|bash|sh|python|perl|php|nslookup|ps|pwd|head|tail|find|grep)(?![\w=-])/g;
const FILE = /\/(?:etc|bin|usr|var|tmp|proc|dev)\/[\w./-]+/g;

function brokenWord(word: string, random: Random): string {
  const [one, other] = halves(word, random);
  return random.pick([
    `${one}''${other}`,
    `${one}""${other}`,
    `'${one}'${other}`,
    `"${one}"${other}`,
    `${one}\\${other}`,
    `${one}$@${other}`,
    `${one}$()${other}`,
    `${one}\${x}${other}`,
    `${one}\`\`${other}`,
    `\\${word}`,
    `$'\\x${hex(word[0]!)}'${word.slice(1)}`,
    `$'\\${word.charCodeAt(0).toString(8)}'${word.slice(1)}`,
  ]);
}

/** Commands spelt otherwise. */
export const SHELL_MUTATIONS = {
  'long blanks': longBlanks,
  'broken words': (payload, random) =>
    replaceSome(payload, COMMAND, random, (match) => (match.length > 1 ? brokenWord(match, random) : match)),
  'blanks otherwise': (payload, random) =>
    replaceSome(payload, / +(?=[\w/.$-])/g, random, () =>
      random.pick(['\t', '  ', '${IFS}', '$IFS', '$IFS$9', ' \\\n', '${IFS%??}']),
    ),
  'other separators': (payload, random) =>
    replaceSome(payload, /&&|\|\||[;|&\n]/g, random, () =>
      random.pick([';', '|', '||', '&&', '&', '\n', ' ; ', '\r\n', ' |\n', ';:;', '&\t']),
    ),
  'other substitution': (payload, random) =>
    replaceSome(payload, /\$\([^()$`]+\)|`[^`$]+`/g, random, (match) => {
      const inner = match.replace(/^\$\(|^`|\)$|`$/g, '');
      return random.pick([
        `$(${inner})`,
        `\`${inner}\``,
        `$( ${inner} )`,
        `"$(${inner})"`,
        `$(\n${inner}\n)`,
      ]);
    }),
  'paths otherwise': (payload, random) =>
    replaceSome(payload, FILE, random, (match) =>
      random.pick([
        match.replaceAll('/', '//'),
        match.replaceAll('/', '/./'),
        match.replace(/\w(?=\w*$)/, '?'),
        match.replace(/(\w)\w(?=\w*\/)/, '$1*'),
        match.replace(/(\w)(?=\w*$)/, '[$1]'),
        match.replace(/(?<=\/)(\w+)/, "'$1'"),
        match.replace(/\//, '/../'),
        match.replaceAll('/', '${HOME%${HOME#?}}'),
      ]),
    ),
  'commands by path': (payload, random) =>
    replaceSome(payload, COMMAND, random, (match) =>
      random.pick([
        `/bin/${match}`,
        `/usr/bin/${match}`,
        `/???/${match}`,
        `command ${match}`,
        `env ${match}`,
        `exec ${match}`,
        `busybox ${match}`,
        `timeout 9 ${match}`,
        `nice ${match}`,
        `a=1 ${match}`,
      ]),
    ),
  'other commands': (payload, random) =>
    replaceSome(payload, /(?<![\w./$-])(?:cat|head|tail)(?= )/g, random, () =>
      random.pick([
        'tac',
        'nl',
        'more',
        'less',
        'sort',
        'rev',
        'od -c',
        'xxd',
        'strings',
        'cut -c1-',
        'sed ""',
        'base64',
        'paste',
        'tee <',
        'dd if=',
      ]),
    ),
  redirection: (payload, random) =>
    replaceSome(payload, /(?<=(?:cat|head|tail|sort)) +(?=\/)/g, random, () =>
      random.pick(['<', ' <', ' < ', '<<<']),
    ),
  'through variables': (payload, random) =>
    payload.replace(COMMAND, (match) => {
      if (match.length < 2) return match;
      const [one, other] = halves(match, random);
      return `a=${one};b=${other};$a$b`;
    }),
  'another value before it': (payload, random) =>
    random.pick(['10.0.0.7', 'report.pdf', 'eve', 'example.net', 'a b']) +
    (/^[;|&`$\n]/.test(payload) ? payload : `;${payload}`),
  'something behind it': (payload, random) =>
    payload + random.pick([' #', ';', ' &', ' 2>&1', ' >/dev/null', ';true', ' || :', '\n']),
} as const satisfies Record<string, Mutation>;
