import {
  compileValuePattern,
  encodeUtf8,
  LiteralLanguage,
  type LiteralPlace,
  PatternError,
  type TextAutomaton,
} from '@palisade/regex';
import {
  type ConditionField,
  type ConditionOperator,
  type CustomRuleCondition,
  EXACT_FIELDS,
} from '../groups/custom-rule-conditions.ts';
import { type AddressSet, addressSet, withoutAddresses } from './address-set.ts';
import type { LabelSet } from './label-set.ts';
import { type RangeSet, rangesOf, withoutRanges } from './range-set.ts';
import { ALL_TEXTS, type TextPlaceName } from './text-places.ts';

/** Fields of which a request has one value of a kind that people choose from. */
export type LabelField = 'country' | 'method' | 'scheme' | 'asn' | 'http_version' | 'tls_version';

export type NumberField = 'attack_score' | 'answer_status';

/** A condition, or its negation, as a constraint on requests. */
export type Constraint =
  | { readonly kind: 'number'; readonly field: NumberField; readonly set: RangeSet }
  | { readonly kind: 'address'; readonly set: AddressSet }
  | { readonly kind: 'label'; readonly field: LabelField; readonly set: LabelSet }
  | ListConstraint
  | TextConstraint;

/** Whether lists have the client; they cannot say where one of them is not there. */
export type ListState = 'has' | 'lacks' | 'cannot_say';
const LIST_STATES: readonly ListState[] = ['has', 'lacks', 'cannot_say'];

/** On lists whose entries nobody knows here. */
export interface ListConstraint {
  readonly kind: 'list';
  /** Ids of the lists, sorted. */
  readonly ids: string;
  /** One of these. */
  readonly states: readonly ListState[];
}

export interface TextConstraint {
  readonly kind: 'text';
  readonly place: TextPlaceName;
  /** Name of the header, cookie or parameter; empty for others. */
  readonly name: string;
  /** Whether some or all of the request's values must satisfy it. */
  readonly of: 'some' | 'every';
  readonly inside: boolean;
  /** Null: the pattern cannot be compiled. */
  readonly language: TextAutomaton | null;
}

/** @param everyReading of rules that let visitors pass: the path must be so however it is read */
export function constraintOf(condition: CustomRuleCondition, everyReading: boolean): Constraint {
  const { field, operator, values, negate } = condition;
  // A list has one kind, so that no other field asks for it.
  if (operator === 'in_list')
    return { kind: 'list', ids: [...values].sort().join(), states: [negate ? 'lacks' : 'has'] };
  switch (field) {
    case 'ip': {
      const set = addressSet(values);
      return { kind: 'address', set: negate ? withoutAddresses(set) : set };
    }
    case 'country':
    case 'method':
    case 'scheme':
    case 'asn':
    case 'http_version':
    case 'tls_version':
      return {
        kind: 'label',
        field,
        set: { labels: new Set(values.map(LABEL_FORMS[field])), allBut: negate },
      };
    case 'attack_score':
    case 'answer_status': {
      const set = numberSet(operator, values);
      return { kind: 'number', field, set: negate ? withoutRanges([NOT_KNOWN, ...set], NUMBERS_END) : set };
    }
    // Unproven claims have two readings: true, and absent.
    case 'bot_kind':
    case 'path':
      return {
        ...textConstraint(field, '', condition),
        of: everyReading ? 'every' : 'some',
        inside: !negate,
      };
    case 'user_agent':
      return textConstraint('header', 'user-agent', condition);
    case 'host':
    case 'query':
    case 'query_parameter':
    case 'header':
    case 'cookie':
    case 'form_field':
    case 'json_path':
    case 'file_name':
    case 'file_type':
    case 'ja4':
      return textConstraint(field, nameOf(condition), condition);
  }
}

/** Each number stands one higher: at 0 is that nobody knows it, for which no condition holds, negated or not. */
const NOT_KNOWN = [0n, 1n] as const;
const NUMBERS_END = 1n << 64n;

/** All that a number can be, or that it is not known. */
export const ALL_NUMBERS: RangeSet = [[0n, NUMBERS_END]];

const numberSet = (operator: ConditionOperator, values: readonly string[]): RangeSet =>
  rangesOf(
    values.map((value) => {
      const place = BigInt(value) + 1n;
      return [place, operator === 'at_least' ? NUMBERS_END : place + 1n];
    }),
  );

/** Holds for exactly those requests for which the constraint does not. */
export function oppositeOf(constraint: Constraint): Constraint {
  switch (constraint.kind) {
    case 'address':
      return { kind: 'address', set: withoutAddresses(constraint.set) };
    case 'number':
      return { ...constraint, set: withoutRanges(constraint.set, NUMBERS_END) };
    case 'label': {
      const { labels, allBut } = constraint.set;
      return { ...constraint, set: { labels, allBut: !allBut } };
    }
    case 'list':
      return { ...constraint, states: LIST_STATES.filter((state) => !constraint.states.includes(state)) };
    case 'text':
      return { ...constraint, of: constraint.of === 'some' ? 'every' : 'some', inside: !constraint.inside };
  }
}

const asIs = (value: string): string => value;
/** As the edge compares them. */
const LABEL_FORMS: Readonly<Record<LabelField, (value: string) => string>> = {
  country: (value) => value.toUpperCase(),
  method: (value) => value.toUpperCase(),
  scheme: asIs,
  asn: asIs,
  http_version: asIs,
  tls_version: asIs,
};

/** Names of headers and cookies are compared without case. */
function nameOf({ field, name }: CustomRuleCondition): string {
  return EXACT_FIELDS.has(field) ? name : name.toLowerCase();
}

function textConstraint(place: TextPlaceName, name: string, condition: CustomRuleCondition): TextConstraint {
  const { negate } = condition;
  return {
    kind: 'text',
    place,
    name,
    of: negate ? 'every' : 'some',
    inside: !negate,
    language: languageOf(condition),
  };
}

const LITERAL_PLACES: Readonly<
  Record<Exclude<ConditionOperator, 'matches' | 'exists' | 'in_list' | 'at_least'>, LiteralPlace>
> = {
  equals: 'whole',
  contains: 'anywhere',
  starts_with: 'start',
  ends_with: 'end',
};

function languageOf({ field, operator, values }: CustomRuleCondition): TextAutomaton | null {
  const anyCase = !EXACT_FIELDS.has(field satisfies ConditionField);
  switch (operator) {
    case 'exists':
      return ALL_TEXTS;
    case 'in_list':
    case 'at_least':
      return null;
    case 'matches':
      return patternLanguage(values, anyCase);
    default: {
      const literals = values.map(encodeUtf8);
      return new LiteralLanguage(
        anyCase ? literals.map(lowerCase) : literals,
        LITERAL_PLACES[operator],
        anyCase,
      );
    }
  }
}

/** ASCII only: bytes of other letters have no case. */
const lowerCase = (bytes: string): string => bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function patternLanguage(sources: readonly string[], caseInsensitive: boolean): TextAutomaton | null {
  const joined = sources.length === 1 ? sources[0]! : sources.map((source) => `(?:${source})`).join('|');
  try {
    // Each must be one of its own: what joins two halves of an alternative would not.
    if (sources.length > 1) for (const source of sources) compileValuePattern(source, { caseInsensitive });
    return compileValuePattern(joined, { caseInsensitive }).language();
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}
