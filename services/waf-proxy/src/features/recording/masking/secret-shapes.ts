import { maskAddressLogins, maskMailAddresses, maskWebTokens } from './scanned-shapes.ts';
import { plainOfWide, WIDE_DIGIT } from './substitution.ts';

/** Not inside an escape, whose last letter would be taken for the first of a secret. */
const OUTSIDE = String.raw`(?<!\\|%|%[0-9A-Fa-f])`;
/** Not inside a longer word. */
const APART = `(?<![A-Za-z0-9])`;
/** Separators between groups of digits: blanks, also those of typography, line ends, hyphens and dashes. */
const GAP = String.raw`(?:%20|%2B|%0[AaDd]|%C2%A0|%E2%80%[89A][0-9A-F]|\xc2\xa0|\xe2\x80[\x80-\xaf]|\\u(?:00[aA]0|20[0-2][0-9A-Fa-f])|[ +._/\t\r\n-]){0,2}`;

const shape = (pattern: string, flags = 'g'): RegExp => new RegExp(OUTSIDE + pattern, flags);

/** Keys and tokens with a known prefix. */
const KEY = shape(
  '(?:sk|pk|rk|whsec|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xoxb|xoxp|xoxa|xoxs|npm|pypi|hf|shpat|dop_v1|AKIA|ASIA|AIza|ya29|SG|hvs|hvb|v[1-4]\\.(?:local|public))[-_.]?[A-Za-z0-9_.-]{12,256}',
);
/** Shortest prefix plus the required rest. */
const MIN_KEY = 14;
/** Credentials in the form of an Authorization header, wherever they are written. */
const LOG_IN = shape(`${APART}(?:Basic|Bearer)(?:%20|[ +:])[A-Za-z0-9+/=._~%-]{8,4096}`, 'gi');
const LOG_IN_WORD = /b(?:asic|earer)/i;

/** As many digits as card numbers have, grouped or not. */
const CARD = shape(`[0-9](?:${GAP}[0-9]){12,18}`);

/** Digits of Arabic and Persian, in UTF-8, its escapes, and JSON. */
const EASTERN_DIGIT = String.raw`\xd9[\xa0-\xa9]|\xdb[\xb0-\xb9]|%[Dd](?:9%[Aa]|[Bb]%[Bb])[0-9]|\\u06[6Ff][0-9]`;
const EASTERN_CARD = shape(`(?:${EASTERN_DIGIT})(?:${GAP}(?:${EASTERN_DIGIT})){12,18}`);
const EASTERN = new RegExp(EASTERN_DIGIT, 'g');
const MAY_BE_EASTERN = /[\xd9\xdb]|%D[9B]|\\u06/i;
const plainOfEastern = (digit: string): string => (digit.charCodeAt(digit.length - 1) & 0xf).toString();
const isEasternCard = (text: string): boolean =>
  isCard((text.match(EASTERN) ?? []).map(plainOfEastern).join(''));

/** The same in digits of full width. */
const WIDE_CARD = shape(
  `(?:${WIDE_DIGIT})(?:(?:${GAP}|\\xe3\\x80\\x80|%E3%80%80|\\xef\\xbc\\x8d|%EF%BC%8D)(?:${WIDE_DIGIT})){12,18}`,
);
const WIDE = new RegExp(WIDE_DIGIT, 'g');
const MAY_BE_WIDE = /\xef\xbc|%EF|\\uff1/i;
const isWideCard = (text: string): boolean => isCard((text.match(WIDE) ?? []).map(plainOfWide).join(''));

/** Secrets with digits. Linear time each: bounded, and no part can match in two ways. */
const NUMBERED: readonly RegExp[] = [
  // Bank accounts (IBAN): country, two digits, up to thirty more characters, grouped or not.
  shape(`[A-Z]{2}[0-9]{2}(?:${GAP}[A-Z0-9]{4}){3,7}(?:${GAP}[A-Z0-9]{1,4})?`),
  // The shortest of them, of Norway.
  shape(`NO[0-9]{2}(?:${GAP}[0-9]{4}){2}${GAP}[0-9]{3}(?![0-9])`),
  // Keys of Telegram's bots.
  shape(`(?<![0-9])[0-9]{8,10}(?::|%3[Aa])[A-Za-z0-9_-]{30,64}`),
  // Random UUIDs (RFC 9562).
  shape(`${APART}[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f])`, 'gi'),
  // Accounts written small, behind random ids that begin alike, with digits alone behind the country.
  shape(`${APART}[a-z]{2}[0-9]{2}(?:(?:%20|[ +-])?[0-9]{4}){3,7}[0-9]{0,4}(?![A-Za-z0-9])`),
  // International telephone numbers, North American ones as written there, and US social security numbers.
  shape(
    String.raw`(?:%2B|\+|(?<![0-9])00)[1-9][0-9]{0,2}(?:(?:%20|%28|%29|[ ()./+-]){0,2}[0-9]){7,12}(?![0-9])`,
    'gi',
  ),
  shape(
    String.raw`(?<![0-9])(?:\([2-9][0-9]{2}\)(?:%20|[ +])?|%28[2-9][0-9]{2}%29(?:%20|\+)?|[2-9][0-9]{2}[-. +])[0-9]{3}[-. +][0-9]{4}(?![0-9])`,
  ),
  shape(`(?<![0-9-])[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}(?![0-9-])`),
  // National ones: a nought and the area, apart from the rest.
  shape(
    `(?<![0-9.,:/-])0[1-9][0-9]{1,4}(?:%20|[ +]){0,2}(?:/|%2[Ff]|[ +-])(?:%20|[ +]){0,2}[0-9]{3,8}(?:(?:%20|[ +-])[0-9]{1,8}){0,3}(?![0-9./:-])`,
  ),
];
const MIN_NUMBERED = 9;

/** Words in both alphabets of base64. */
const CODED_WORD = shape('(?:[A-Za-z0-9_+/=-]|%2[BbFf]|%3[Dd]){20,4096}');
/** Long words of letters and digits: session ids, keys, hashes. */
const LONG_WORD = shape('[A-Za-z0-9_]{24,4096}');
const MIN_LONG_WORD = 24;
const MIN_WORD = 20;
const MANY_DIGITS = 4;

/** Addresses that whoever knows them may write to: letters alone, as it happens. */
const HOOK = shape(
  String.raw`hooks?\.slack\.com(?:/|%(?:25)?2F)(?:services|workflows|triggers)(?:(?:/|%(?:25)?2F)[A-Za-z0-9]{4,64}){1,4}|/api/webhooks/[0-9]{6,20}/[A-Za-z0-9_-]{20,128}`,
  'gi',
);
const HOOK_HOST = /^hooks?\.slack\.com(?:\/|%(?:25)?2F)[a-z]+|^\/api\/webhooks/i;

/** Minimum length of a secret: a mail address. */
const MIN_SECRET = 6;
/** Present in everything that is found by scanning. */
const SCANNED = /@|40|&#|%26%23|&commat|eyJ|:\/\/|%2F|\xef\xbc\xa0|%BC%A0|uff20/i;

/**
 * Masks what looks like a secret. Most values are plain words: one pass tells which patterns cannot match, which is
 * faster than trying them, since each looks back at every letter.
 *
 * @param looks false: tries every pattern, for comparison in tests
 */
export function maskShapes(text: string, mask: (secret: string) => string, looks = true): string {
  const { length } = text;
  if (length < MIN_SECRET) return text;
  let masked = text;
  if (SCANNED.test(masked)) {
    masked = maskAddressLogins(maskWebTokens(maskMailAddresses(masked, mask), mask), mask);
  }
  if (length < MIN_NUMBERED) return masked;
  if (masked.includes('hook'))
    masked = masked.replace(HOOK, (address) => {
      const public_ = HOOK_HOST.exec(address)![0].length;
      return address.slice(0, public_) + mask(address.slice(public_));
    });
  if (MAY_BE_EASTERN.test(masked))
    masked = masked.replace(EASTERN_CARD, (number) => (isEasternCard(number) ? mask(number) : number));
  if (MAY_BE_WIDE.test(masked))
    masked = masked.replace(WIDE_CARD, (number) => (isWideCard(number) ? mask(number) : number));
  let seen = look(masked);
  if (length >= MIN_KEY) {
    const before = masked;
    if (!looks || seen.longestWord >= MIN_KEY) masked = masked.replace(KEY, mask);
    if (!looks || LOG_IN_WORD.test(masked)) masked = masked.replace(LOG_IN, mask);
    if (masked !== before) seen = look(masked);
  }
  if (seen.digits === 0) return masked;
  if (seen.digits >= MIN_NUMBERED) {
    masked = masked.replace(CARD, (number) => (isCard(number) ? mask(number) : number));
    for (const one of NUMBERED) masked = masked.replace(one, mask);
  }
  if (length < MIN_WORD) return masked;
  const { hasBothCases } = seen;
  if (!looks || hasBothCases) masked = masked.replace(CODED_WORD, (word) => maskCoded(word, mask));
  if (looks && seen.longestWord < MIN_LONG_WORD) return masked;
  return masked.replace(LONG_WORD, (word) => (isMixed(word) ? mask(word) : word));
}

interface Look {
  digits: number;
  /** Of letters, digits, dots, hyphens and underscores. */
  longestWord: number;
  hasBothCases: boolean;
}

/** Bits: 1 digits, 2 small letters, 4 capitals, 8 other word characters. */
const KINDS = new Uint8Array(256);
for (let code = 0; code < KINDS.length; code++) {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) KINDS[code] = 1;
  else if (/[a-z]/.test(character)) KINDS[code] = 2;
  else if (/[A-Z]/.test(character)) KINDS[code] = 4;
  else if (/[_.-]/.test(character)) KINDS[code] = 8;
}

function look(text: string): Look {
  let [digits, kinds, word, longestWord] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    if (kind === 0) {
      word = 0;
      continue;
    }
    kinds |= kind;
    digits += kind & 1;
    if (++word > longestWord) longestWord = word;
  }
  return { digits, longestWord, hasBothCases: (kinds & 6) === 6 };
}

function digitsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) count++;
  }
  return count;
}

/** In forms a blank is a plus, so one match may be several words. */
function maskCoded(word: string, mask: (secret: string) => string): string {
  if (isRandom(word)) return mask(word);
  if (!word.includes('+')) return word;
  return word
    .split('+')
    .map((one) => (isRandom(one) ? mask(one) : one))
    .join('+');
}

function isMixed(word: string): boolean {
  const digits = digitsIn(word);
  return digits >= MANY_DIGITS && digits < word.length;
}

/** Fraction of neighbouring characters of different kinds in random words; words that people write have far fewer. */
const RANDOM_PART = 0.42;

/** Whether a word mixes both cases and digits without order. */
function isRandom(word: string): boolean {
  let [turns, before] = [0, ''];
  const kinds = new Set<string>();
  let length = 0;
  for (const character of word.replace(/%../g, '')) {
    const kind = kindOf(character);
    if (kind === '') continue;
    kinds.add(kind);
    length++;
    if (kind !== before) turns++;
    before = kind;
  }
  return kinds.size === 3 && length >= MIN_WORD && turns >= length * RANDOM_PART;
}

function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return '9';
  if (character >= 'a' && character <= 'z') return 'a';
  return character >= 'A' && character <= 'Z' ? 'A' : '';
}

const MIN_TOKEN = 8;
/** Whether an unnamed path segment is random: long enough, and letters with digits, or neither word nor name. */
export const looksMadeUp = (text: string): boolean =>
  text.length >= MIN_TOKEN && (/[0-9]/.test(text) || isRandom(text));

/** Checks Luhn's sum, which cards satisfy, and one random number in ten. */
function isCard(text: string): boolean {
  const digits = text.replace(/%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|[^0-9]/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
