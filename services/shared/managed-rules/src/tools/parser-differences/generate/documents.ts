import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { CALM, markOf, mutate, textOf } from './texts.ts';

const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'application/json; charset=iso-8859-1',
  'text/json',
  'application/vnd.api+json',
  'application/x-ndjson',
  'application/jsonp',
  'application/json5',
  'application/json-seq',
  'text/plain',
  'Application/JSON',
];
const JSON_NAMES = ['"a"', '"b"', '"a.b"', '""', '"__proto__"', '"\\u0061"', "'a'", 'a', '1', '"a" '];
const JSON_ATOMS = [
  '1',
  '-0',
  '1e400',
  '0x10',
  '01',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  'null',
  'true',
  'True',
  'undefined',
];
const JSON_BLANKS = [
  '',
  ' ',
  '\n',
  '\t',
  '\r',
  '/* c */',
  '// c\n',
  '# c\n',
  '\x0b',
  '\0',
  '\xc2\xa0',
  '\xef\xbb\xbf',
  '\xe2\x80\xa8',
  '\f',
];
const JSON_TOKENS = [
  ',',
  ':',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  '/*',
  '*/',
  '//',
  '\n',
  '\0',
  '\xff',
  '\\ud800',
];
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\xef\xbb\xbf${text}`,
  (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  (text) => `\xff\xfe${Buffer.from(text, 'utf16le').toString('latin1')}`,
  (text) => `\xfe\xff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`,
  (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
  (text) => Array.from(text, (character) => `\0\0\0${character}`).join(''),
  (text) => `)]}',\n${text}`,
];

const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes of JavaScript that JSON has not. */
const LENIENT_ESCAPES: readonly ((character: string) => string)[] = [
  (character) => `\\\n${character}`,
  (character) => `\\\r\n${character}`,
  (character) => `\\v${character}`,
  (character) => `\\${character}`,
  (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  (character) => `\\0${character}`,
];

function jsonText(random: Random): string {
  const text = textOf(random);
  switch (random.below(7)) {
    case 0:
      return `'${text}'`;
    case 1:
      return `"${Array.from(text, unicodeEscape).join('')}"`;
    case 2:
      return `"${text}"`;
    case 3:
      return `"${text.replace(/[<'$(]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`).replace(/"/g, '\\"')}"`;
    case 4:
      return JSON.stringify(text).replace(/\//g, '\\/');
    case 5: {
      const escaped = random.pick(LENIENT_ESCAPES);
      const quote = random.pick(['"', "'"]);
      const inner = text.replace(/["'\\]/g, '\\$&').replace(/[<$(|;]/g, (sign) => escaped(sign));
      return quote + inner + quote;
    }
    default:
      return JSON.stringify(text);
  }
}

function jsonValue(random: Random, depth: number): string {
  const blank = () => random.mostlyFirst(JSON_BLANKS, 8);
  const shape = depth > 2 ? 9 : random.below(10);
  const comma = random.mostlyFirst([',', ',,', ';', ''], 16);
  const trailing = random.oneIn(10) ? ',' : '';
  if (shape < 3) {
    const members = random.list(1, 3, () => {
      const name = random.oneIn(5) ? jsonText(random) : random.mostlyFirst(JSON_NAMES);
      return `${blank()}${name}${blank()}:${blank()}${jsonValue(random, depth + 1)}`;
    });
    return `{${members.join(comma)}${trailing}${blank()}}`;
  }
  if (shape < 5) return `[${random.list(0, 3, () => jsonValue(random, depth + 1)).join(comma)}${trailing}]`;
  if (shape === 5) return random.pick(JSON_ATOMS);
  if (shape === 6 && depth < 2) return JSON.stringify(jsonValue(random, depth + 1));
  return jsonText(random);
}

export function jsonCase(id: number, random: Random): RequestCase {
  random.calm = random.pick(CALM);
  const documents = random.list(1, random.oneIn(6) ? 3 : 1, () => jsonValue(random, random.below(2)));
  const text = documents.join(
    random.pick(['\n', '\n', ' ', '\x1e', ',', '\r', '\x0c', '\xc2\x85', '\xe2\x80\xa8', '\n\x1e']),
  );
  const body = random.mostlyFirst(
    ENCODINGS,
    6,
  )(random.oneIn(4 * random.calm) ? mutate(text, random, JSON_TOKENS) : text);
  return { ...EMPTY_CASE, id, kind: 'json', contentType: random.mostlyFirst(JSON_TYPES, 4), body };
}

const XML_TYPES = [
  'application/xml',
  'text/xml',
  'text/xml; charset=utf-16',
  'application/soap+xml; charset=utf-8',
  'application/xml; charset=iso-8859-1',
  'text/plain',
];
const XML_DECLARATIONS = [
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="utf-8"?>',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<?xml version="1.0" encoding="iso-8859-1"?>',
  '<?xml version="1.0" encoding="utf-7"?>',
  '<?xml version="1.1"?>',
  "<?xml version='1.0' standalone='yes'?>",
  '\n<?xml version="1.0"?>',
  '<?xml version = "1.0" ?>',
  '<?xml version="1.0" encoding="utf-8" x="m\'<q>"?>',
  '<?xml version="1.0" encoding="windows-1252"?>',
  '<?xml version="1.0" encoding="ibm037"?>',
  '<?xml version="1.0"?><?p x="m\'<q>" y=\'<q>\'?>',
  '<!-- c --><?xml version="1.0"?>',
];
const XML_TYPES_OF_DOCUMENT = [
  '',
  '<!DOCTYPE a>',
  '<!DOCTYPE a [<!ENTITY e "e\'&#60;w>">]>',
  '<!DOCTYPE a [<!ENTITY % p "<!ENTITY e \'x\'>"> %p;]>',
  '<!DOCTYPE a [<!ATTLIST a d CDATA "d\'&lt;w>">]>',
  '<!DOCTYPE a [<!-- ]> --><!ENTITY e "x\'<w/>">]>',
  '<!DOCTYPE a [<?p ]> ?>]>',
  '<!DOCTYPE a PUBLIC "m\'<q>" "m">',
  '<!DOCTYPE a [<!NOTATION n SYSTEM "m\'<q>">]>',
  '<!doctype a>',
];
const XML_TOKENS = [
  '<',
  '>',
  '&',
  ';',
  '"',
  "'",
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '</a>',
  '<?x ?>',
  '&e;',
  '&#x3c;',
  '\0',
  '/',
];
const XML_NAMES = ['a', 'b', 'n:a', 'a.b', 'a-1', '\xc3\xa9'];

const xmlEscape = (text: string) =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\x80-\xff]/g, 'z');

function xmlText(random: Random): string {
  const text = textOf(random);
  switch (random.below(5)) {
    case 0:
      return `<![CDATA[${text}]]>`;
    case 1:
      return Array.from(text, (character) => `&#x${character.charCodeAt(0).toString(16)};`).join('');
    case 2:
      return `${xmlEscape(text)}<!-- c -->${xmlEscape(markOf(random))}`;
    case 3:
      return `${xmlEscape(text)}&e;`;
    default:
      return xmlEscape(text);
  }
}

function xmlElement(random: Random, depth: number): string {
  const name = random.mostlyFirst(XML_NAMES);
  const quote = random.mostlyFirst(['"', "'", ''], 6);
  const attributes = random.list(
    0,
    2,
    () => ` ${random.pick(['x', 'y', 'n:x', 'xmlns:n'])}=${quote}${xmlEscape(textOf(random))}${quote}`,
  );
  const content = random.list(0, 3, () =>
    depth < 2 && random.oneIn(2) ? xmlElement(random, depth + 1) : xmlText(random),
  );
  if (content.length === 0) return `<${name}${attributes.join('')}/>`;
  return `<${name}${attributes.join('')}>${content.join(random.pick(['', ' ', '<?p i?>']))}</${name}>`;
}

export function xmlCase(id: number, random: Random): RequestCase {
  random.calm = random.pick(CALM);
  const namespaces = random.oneIn(2) ? ' xmlns:n="urn:n"' : '';
  const root = `<r${namespaces}>${xmlElement(random, 0)}</r>`;
  const text = random.mostlyFirst(XML_DECLARATIONS) + random.mostlyFirst(XML_TYPES_OF_DOCUMENT) + root;
  const body = random.mostlyFirst(
    ENCODINGS,
    6,
  )(random.oneIn(4 * random.calm) ? mutate(text, random, XML_TOKENS) : text);
  return { ...EMPTY_CASE, id, kind: 'xml', contentType: random.mostlyFirst(XML_TYPES, 4), body };
}
