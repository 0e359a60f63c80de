import type { RuleExclusion } from '../groups/rule-exclusions.ts';

/** A configured time, formatted for the reader. */
export type DateText = (time: string) => string;
/** Wherever the reader is: day and time in UTC. */
export const utcDateText: DateText = (time) => time.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');

/** Where values of a request lie, as SecLang names it, and as a person would. */
const collections: Readonly<Record<string, { one: string; all: string }>> = {
  ARGS: { one: 'the parameter', all: 'all parameters' },
  ARGS_GET: { one: 'the query parameter', all: 'all query parameters' },
  ARGS_POST: { one: 'the form field', all: 'all form fields' },
  ARGS_NAMES: { one: 'the name of the parameter', all: 'the names of parameters' },
  REQUEST_COOKIES: { one: 'the cookie', all: 'all cookies' },
  REQUEST_COOKIES_NAMES: { one: 'the name of the cookie', all: 'the names of cookies' },
  REQUEST_HEADERS: { one: 'the header', all: 'all headers' },
  REQUEST_HEADERS_NAMES: { one: 'the name of the header', all: 'the names of headers' },
  FILES: { one: 'the uploaded file', all: 'the names of uploaded files' },
  FILES_NAMES: { one: 'the name of the upload field', all: 'the names of upload fields' },
  REQUEST_FILENAME: { one: 'the path', all: 'the path' },
  REQUEST_BASENAME: { one: 'the last part of the path', all: 'the last part of the path' },
  REQUEST_URI: { one: 'the address of the page', all: 'the address of the page' },
  REQUEST_URI_RAW: { one: 'the address of the page', all: 'the address of the page' },
  REQUEST_BODY: { one: 'the body', all: 'the body' },
  QUERY_STRING: { one: 'the query string', all: 'the query string' },
  XML: { one: 'the XML part', all: 'the XML document' },
};

/** Values that the rules make themselves: no exclusion can be limited to them. */
export function isRequestField(target: string): boolean {
  return collections[target.split(':', 1)[0] ?? ''] !== undefined;
}

/** `ARGS:comment` reads "the parameter comment"; nothing reads "every field". */
export function targetText(target: string): string {
  if (target === '') return 'every field';
  const [collection = '', ...key] = target.split(':');
  const words = collections[collection];
  if (words === undefined) return target;
  return key.length === 0 ? words.all : `${words.one} ${key.join(':')}`;
}

const FAMILY = 'family/';
const familyNames: Readonly<Record<string, string>> = {
  'sql-injection': 'SQL injection',
  xss: 'Cross-site scripting',
  'php-code': 'PHP code',
  'java-lookup': 'Java lookups',
  'java-expression': 'Java expressions',
  'xml-entity': 'XML entities',
  'server-side-request': 'Server-side requests',
};

/** `family/sql-injection` reads "SQL injection". */
export function familyName(tag: string): string {
  const name = tag.startsWith(FAMILY) ? tag.slice(FAMILY.length) : tag;
  const words = name.replaceAll('-', ' ');
  return familyNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const familyOf = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => tag.startsWith(FAMILY));

/** Evaluation rules only compare scores: excluding one would exclude everything. */
export const isEvaluation = (tags: readonly string[]): boolean => tags.includes('evaluation');

/** "Rule 1002", or "All rules against SQL injection". */
export function exclusionSubject({ by, value }: Pick<RuleExclusion, 'by' | 'value'>): string {
  return by === 'rule_id' ? `Rule ${value}` : `All rules of the family ${familyName(value)}`;
}

export const pathText = (prefix: string): string =>
  prefix === '' ? 'on every path' : `on paths that begin with ${prefix}`;

/** Effect of an exclusion: "Rule 1002 leaves out the parameter q on paths that begin with /search". */
export function exclusionText(exclusion: RuleExclusion, dateText: DateText = utcDateText): string {
  const until = exclusion.expires_at === null ? '' : `, until ${dateText(exclusion.expires_at)}`;
  return `${exclusionSubject(exclusion)}: not for ${targetText(exclusion.target)} ${pathText(exclusion.path_prefix)}${until}`;
}

export const isExpired = ({ expires_at }: Pick<RuleExclusion, 'expires_at'>, now = Date.now()): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

const DAY_MS = 24 * 60 * 60 * 1000;
/** For how long an exclusion may be made; what is temporary should not stay by mistake. */
export const LIFETIMES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'No end' },
] as const;
export const DEFAULT_LIFETIME = '30';

export const expiryIn = (days: string, now = Date.now()): string | null =>
  days === '' ? null : new Date(now + Number(days) * DAY_MS).toISOString();

/** "expires in 12 days", "expired" or "no end". */
export function expiryText({ expires_at }: Pick<RuleExclusion, 'expires_at'>, now = Date.now()): string {
  if (expires_at === null) return 'No end';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'Expired';
  const hours = Math.max(1, Math.round(left / 3_600_000));
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
  return `Expires in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
