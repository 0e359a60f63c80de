import { compileValuePattern, type TextAutomaton } from '@palisade/regex';
import { CRAWLER_KINDS } from '../groups/crawlers.ts';

/** How many texts a request has in a place, and what a condition asks of them. */
type Multiplicity =
  /** Exactly one. */
  | 'one'
  /** What servers may take the path for: one or more, which depend on each other. */
  | 'readings'
  /** Any number, or none. */
  | 'many';

export interface TextPlace {
  readonly multiplicity: Multiplicity;
  /** Everything that can stand there: what is impossible within it is impossible. */
  readonly possible: readonly TextAutomaton[];
  /** Texts allowed in examples: unescaped and unambiguous in a request. */
  readonly plain: { readonly inAll: readonly TextAutomaton[]; readonly inNone: readonly TextAutomaton[] };
}

const texts = (pattern: string): TextAutomaton => compileValuePattern(pattern).language();

export const ALL_TEXTS = texts('');

/** Percent signs begin escapes, dots and double slashes are resolved, parameters of segments dropped. */
const READ_DIFFERENTLY = '//|/\\.\\.?(/|\\z)|;|\\\\|%[0-9A-Fa-f]{2}|[\\x00-\\x1f\\x7f]';
/** Custom rules are not asked there. */
const NOT_ASKED = '^/(\\.well-known/acme-challenge|\\.palisade)/';

/** Examples have no body: what is impossible in one is known, what is possible is not shown. */
const BODY_PLACE = {
  multiplicity: 'many',
  possible: [],
  plain: { inAll: [], inNone: [ALL_TEXTS] },
} as const satisfies TextPlace;

export const TEXT_PLACES = {
  path: {
    multiplicity: 'readings',
    possible: [texts('^(/|\\*\\z)')],
    plain: { inAll: [texts('^/')], inNone: [texts(READ_DIFFERENTLY), texts(NOT_ASKED)] },
  },
  host: {
    multiplicity: 'one',
    possible: [texts('^([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])\\z')],
    plain: { inAll: [texts('^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\\z')], inNone: [texts('\\.\\.')] },
  },
  query: {
    multiplicity: 'one',
    possible: [],
    plain: { inAll: [texts('^[!-~]*\\z')], inNone: [texts('[#"<>]')] },
  },
  query_parameter: {
    multiplicity: 'many',
    possible: [],
    plain: { inAll: [texts('^[ -~\\x80-\\xff]*\\z')], inNone: [] },
  },
  header: {
    multiplicity: 'many',
    possible: [],
    plain: { inAll: [texts('^([!-~\\x80-\\xff]([ -~\\x80-\\xff]*[!-~\\x80-\\xff])?)?\\z')], inNone: [] },
  },
  cookie: {
    multiplicity: 'many',
    possible: [],
    plain: { inAll: [texts('^[!-~]*\\z')], inNone: [texts('[";%\\\\,]')] },
  },
  form_field: BODY_PLACE,
  json_path: BODY_PLACE,
  file_name: BODY_PLACE,
  file_type: BODY_PLACE,
  // Whether a claim is proven is DNS's to say: no example is.
  bot_kind: {
    multiplicity: 'readings',
    possible: [texts(`^(${CRAWLER_KINDS.join('|')})?\\z`)],
    plain: { inAll: [], inNone: [ALL_TEXTS] },
  },
  // An example would be of a program that nobody knows.
  ja4: {
    multiplicity: 'many',
    possible: [texts('^[qt]([0-9]{2}|s[23])[di][0-9]{4}[0-9A-Za-z]{2}_[0-9a-f]{12}_[0-9a-f]{12}\\z')],
    plain: { inAll: [], inNone: [ALL_TEXTS] },
  },
} as const satisfies Record<string, TextPlace>;

export type TextPlaceName = keyof typeof TEXT_PLACES;
