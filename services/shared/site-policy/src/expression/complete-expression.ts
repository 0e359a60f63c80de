import { CRAWLER_KINDS } from '../groups/crawlers.ts';
import {
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  type ConditionField,
  type ConditionOperator,
  HTTP_VERSIONS,
  NAMED_FIELDS,
  TLS_VERSIONS,
} from '../groups/custom-rule-conditions.ts';
import { COUNTRY_CODES } from '../model/countries.ts';
import { operatorsOf } from '../words/custom-rule-words.ts';
import { ExpressionError, type Token, tokensOf } from './tokens.ts';

export type Suggestion =
  | { readonly kind: 'field'; readonly text: ConditionField; readonly insert: string }
  | { readonly kind: 'operator'; readonly text: ConditionOperator; readonly insert: string }
  | { readonly kind: 'value'; readonly text: string; readonly of: ConditionField; readonly insert: string }
  | { readonly kind: 'word'; readonly text: string; readonly insert: string };

/** What may stand at a place of an expression, in the place of what has been begun there. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

/** What is expected next, and the condition so far. */
type Place =
  | { readonly next: 'condition' | 'joiner' }
  | { readonly next: 'open' | 'name' | 'close' | 'operator'; readonly field: ConditionField }
  | { readonly next: 'value' | 'comma'; readonly field: ConditionField; readonly inSet: boolean };

const WORD = /[\w./:-]/;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
/** Values of fields that have few. */
const VALUES: Readonly<Partial<Record<ConditionField, readonly string[]>>> = {
  method: METHODS,
  scheme: ['http', 'https'],
  http_version: HTTP_VERSIONS,
  tls_version: TLS_VERSIONS,
  bot_kind: CRAWLER_KINDS,
  country: [...COUNTRY_CODES],
};
const FIELDS: ReadonlySet<string> = new Set(CONDITION_FIELDS);
const OPERATORS: ReadonlySet<string> = new Set(CONDITION_OPERATORS);
const isField = (text: string): text is ConditionField => FIELDS.has(text);

/** Follows the grammar of `parseExpression` to a place in the text. Nothing is suggested within quotes, and behind what is wrong. */
export function completeExpression(expression: string, caret: number): Completion {
  const nothing = { from: caret, to: caret, suggestions: [] };
  const before = tokensBefore(expression.slice(0, caret));
  if (before === null) return nothing;
  const last = before.at(-1);
  const begun = last?.kind === 'word' && last.offset + last.text.length === caret ? last : null;
  const reached = placeBehind(begun === null ? before : before.slice(0, -1));
  if (reached === null) return nothing;
  const typed = begun?.text.toLowerCase() ?? '';
  const fitting = suggestionsAt(reached.place, reached.depth).filter(({ text }) =>
    text.toLowerCase().startsWith(typed),
  );
  let to = caret;
  while (begun !== null && to < expression.length && WORD.test(expression[to]!)) to++;
  return { from: begun?.offset ?? caret, to, suggestions: fitting };
}

/** Null: the place lies in a text, or behind what no expression has. */
function tokensBefore(text: string): Token[] | null {
  try {
    return tokensOf(text).slice(0, -1);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** Null: it goes wrong before. */
function placeBehind(tokens: readonly Token[]): { place: Place; depth: number } | null {
  let place: Place | null = { next: 'condition' };
  let depth = 0;
  for (const token of tokens) {
    const word = token.kind === 'text' ? '' : token.text.toLowerCase();
    if (word === '(' && place.next === 'condition') depth++;
    else if (word === ')' && place.next === 'joiner') {
      if (depth-- === 0) return null;
    } else place = placeAfter(place, token, word);
    if (place === null) return null;
  }
  return { place, depth };
}

function placeAfter(place: Place, { kind }: Token, word: string): Place | null {
  switch (place.next) {
    case 'condition':
      if (word === 'not') return place;
      if (!isField(word)) return null;
      return { next: NAMED_FIELDS.has(word) ? 'open' : 'operator', field: word };
    case 'open':
      return word === '[' ? { ...place, next: 'name' } : null;
    case 'name':
      return kind === 'text' ? { ...place, next: 'close' } : null;
    case 'close':
      return word === ']' ? { ...place, next: 'operator' } : null;
    case 'operator':
      if (word === 'exists') return { next: 'joiner' };
      return OPERATORS.has(word) ? { next: 'value', field: place.field, inSet: false } : null;
    case 'value':
      if (word === '{' && !place.inSet) return { ...place, inSet: true };
      if (kind === 'sign') return null;
      return place.inSet ? { ...place, next: 'comma' } : { next: 'joiner' };
    case 'comma':
      if (word === ',') return { ...place, next: 'value' };
      return word === '}' ? { next: 'joiner' } : null;
    case 'joiner':
      return word === 'and' || word === 'or' ? { next: 'condition' } : null;
  }
}

const word = (text: string, insert = `${text} `): Suggestion => ({ kind: 'word', text, insert });

function suggestionsAt(place: Place, depth: number): Suggestion[] {
  switch (place.next) {
    case 'condition':
      return [
        ...CONDITION_FIELDS.map(
          (text): Suggestion => ({
            kind: 'field',
            text,
            insert: NAMED_FIELDS.has(text) ? `${text}["` : `${text} `,
          }),
        ),
        word('not'),
        word('(', '('),
      ];
    case 'open':
      return [word('["', '["')];
    case 'name':
      return [];
    case 'close':
      return [word(']', '] ')];
    case 'operator':
      return operatorsOf(place.field).map((text) => ({ kind: 'operator', text, insert: `${text} ` }));
    case 'value':
      return (VALUES[place.field] ?? []).map((text) => ({
        kind: 'value',
        text,
        of: place.field,
        insert: place.inSet ? text : `${text} `,
      }));
    case 'comma':
      return [word(',', ', '), word('}', '} ')];
    case 'joiner':
      return [word('and'), word('or'), ...(depth > 0 ? [word(')', ') ')] : [])];
  }
}
