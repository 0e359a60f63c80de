import type { ValueSteps } from '@palisade/regex';
import type { ListKind } from '@palisade/site-policy';
import { excerpt, type MatchedTarget } from '@palisade/waf-engine';
import type { AddressList } from '../../io/addresses/address-list.ts';
import { LIST_TARGETS } from '../listed-clients.ts';
import type { BodyValues } from './body-values.ts';
import type { RequestValues } from './request-values.ts';
import { UNDECIDED, type ValueTest } from './value-tests.ts';
import { ABSENT, type Values } from './values.ts';

/** What has to be known, besides the request head, before a condition can be evaluated. */
export type AskedPart = 'nothing' | 'lists' | 'crawler' | 'body' | 'score' | 'answer';

/** One condition of a rule; frozen after compilation. */
export interface Condition {
  readonly asks: AskedPart;
  /** Holds where its operator does not match. */
  readonly negated: boolean;
  readonly weight: number;
  /** Null: undecided when `until` steps were used up. */
  holds(request: RequestValues, steps: ValueSteps, until: number): boolean | null;
  /** The value that fulfilled the condition, for the log record. */
  evidence(request: RequestValues, steps: ValueSteps): MatchedTarget;
}

/** How the log describes a condition. */
export interface ConditionWords {
  /** The place in SecLang terms, such as "REQUEST_HEADERS:X-Api-Key". */
  readonly target: string;
  /** Such as "starts_with", or "not equals". */
  readonly operator: string;
}

export class AddressCondition implements Condition {
  readonly asks = 'nothing';
  readonly negated: boolean;
  readonly weight = 0;
  private readonly addresses: AddressList;
  private readonly words: ConditionWords;

  constructor(addresses: AddressList, negated: boolean, words: ConditionWords) {
    this.negated = negated;
    this.addresses = addresses;
    this.words = words;
  }

  holds({ client }: RequestValues): boolean {
    return this.addresses.has(client) !== this.negated;
  }

  evidence({ client }: RequestValues): MatchedTarget {
    return targetOf(this.words, client.text, whole(client.text));
  }
}

/** Ids of lists of one kind, with what that kind holds. */
export interface ListsOfKind {
  readonly ids: readonly string[];
  readonly holds: ListKind;
}

/**
 * On a list that is stored apart from the site. While a list is missing, the condition fails, negated or not: a rule
 * for everybody who is not on a list must not hit everybody while the list is loading.
 */
export class ListCondition implements Condition {
  readonly asks = 'lists';
  readonly negated: boolean;
  readonly weight = 0;
  private readonly lists: ListsOfKind;
  private readonly words: ConditionWords;

  constructor(lists: ListsOfKind, negated: boolean, words: ConditionWords) {
    this.negated = negated;
    this.lists = lists;
    this.words = words;
  }

  holds(request: RequestValues): boolean {
    const match = request.listMatch(this.lists.ids, this.lists.holds);
    return match !== undefined && (match !== null) !== this.negated;
  }

  /** The matching entry, under the name of its list. */
  evidence(request: RequestValues): MatchedTarget {
    const match = request.listMatch(this.lists.ids, this.lists.holds);
    if (!match) {
      // Only addresses are added here; records keep countries and user agents anyway.
      const text = this.lists.holds === 'addresses' ? request.client.text : '';
      return targetOf(this.words, text, whole(text));
    }
    const target = `${LIST_TARGETS[this.lists.holds]}:${match.name}`;
    return targetOf({ ...this.words, target }, match.entry, whole(match.entry));
  }
}

export type ReadValues = (request: RequestValues) => Values;

/** On a place with several values, any of which may fulfil the operator. */
export class ValueCondition implements Condition {
  readonly asks = 'nothing';
  readonly negated: boolean;
  readonly weight: number;
  private readonly read: ReadValues;
  private readonly test: ValueTest;
  private readonly words: ConditionWords;

  constructor(read: ReadValues, test: ValueTest, negated: boolean, words: ConditionWords) {
    this.negated = negated;
    this.weight = test.weight;
    this.read = read;
    this.test = test;
    this.words = words;
  }

  holds(request: RequestValues, steps: ValueSteps, until: number): boolean | null {
    const place = this.test.firstOf(this.read(request), steps, until);
    return place === UNDECIDED ? null : place >= 0 !== this.negated;
  }

  evidence(request: RequestValues, steps: ValueSteps): MatchedTarget {
    return evidenceIn(this.read(request), this.test, this.negated, this.words, steps);
  }
}

/**
 * On the contents of the body, once it has arrived. If only a part of it is there, a missing value may be in the rest:
 * the condition is then undecided, negated or not.
 */
export class BodyCondition implements Condition {
  readonly asks = 'body';
  readonly negated: boolean;
  readonly weight: number;
  private readonly read: (body: BodyValues) => Values;
  private readonly test: ValueTest;
  private readonly words: ConditionWords;

  constructor(read: (body: BodyValues) => Values, test: ValueTest, negated: boolean, words: ConditionWords) {
    this.negated = negated;
    this.weight = test.weight;
    this.read = read;
    this.test = test;
    this.words = words;
  }

  holds({ body }: RequestValues, steps: ValueSteps, until: number): boolean | null {
    if (body === null) return null;
    const place = this.test.firstOf(this.read(body), steps, until);
    if (place === UNDECIDED) return null;
    if (place >= 0) return !this.negated;
    return body.isWhole ? this.negated : null;
  }

  evidence({ body }: RequestValues, steps: ValueSteps): MatchedTarget {
    const values = body === null ? ABSENT : this.read(body);
    return evidenceIn(values, this.test, this.negated, this.words, steps);
  }
}

/**
 * A part of the request that servers may read in several ways; the usual reading comes first, and there is at least
 * one.
 */
interface ReadField {
  readonly asks: AskedPart;
  readonly readings: (request: RequestValues) => readonly Values[];
}

/** Servers may read one path in several ways. */
export const PATH_FIELD: ReadField = { asks: 'nothing', readings: ({ paths }) => paths };
/** A client that claims to be a crawler may be lying, so both readings count. */
export const CRAWLER_FIELD: ReadField = { asks: 'crawler', readings: ({ crawlerKinds }) => crawlerKinds };

/**
 * On a field with several readings: a rule that blocks asks whether any reading fulfils the condition, one that lets
 * visitors pass whether all do.
 */
export class ReadingsCondition implements Condition {
  readonly asks: AskedPart;
  readonly negated: boolean;
  readonly weight: number;
  private readonly readings: ReadField['readings'];
  private readonly test: ValueTest;
  private readonly everyReading: boolean;
  private readonly words: ConditionWords;

  constructor(
    { asks, readings }: ReadField,
    test: ValueTest,
    negated: boolean,
    everyReading: boolean,
    words: ConditionWords,
  ) {
    this.asks = asks;
    this.readings = readings;
    this.negated = negated;
    this.weight = test.weight;
    this.test = test;
    this.everyReading = everyReading;
    this.words = words;
  }

  holds(request: RequestValues, steps: ValueSteps, until: number): boolean | null {
    for (const reading of this.readings(request)) {
      const holds = this.holdsFor(reading, steps, until);
      if (holds === null || holds !== this.everyReading) return holds;
    }
    return this.everyReading;
  }

  evidence(request: RequestValues, steps: ValueSteps): MatchedTarget {
    const readings = this.readings(request);
    const reading =
      readings.find((one) => this.holdsFor(one, steps, Number.POSITIVE_INFINITY)) ?? readings[0]!;
    return evidenceIn(reading, this.test, this.negated, this.words, steps);
  }

  private holdsFor(reading: Values, steps: ValueSteps, until: number): boolean | null {
    const place = this.test.firstOf(reading, steps, until);
    return place === UNDECIDED ? null : place >= 0 !== this.negated;
  }
}

/** A number that becomes known during the request; no condition on it holds before, or if it never does. */
interface NumberField {
  readonly asks: 'score' | 'answer';
  readonly read: (request: RequestValues) => number | null;
}

export class NumberCondition implements Condition {
  readonly asks: AskedPart;
  readonly negated: boolean;
  readonly weight = 0;
  private readonly read: NumberField['read'];
  private readonly fits: (value: number) => boolean;
  private readonly words: ConditionWords;

  constructor(
    { asks, read }: NumberField,
    fits: (value: number) => boolean,
    negated: boolean,
    words: ConditionWords,
  ) {
    this.asks = asks;
    this.read = read;
    this.fits = fits;
    this.negated = negated;
    this.words = words;
  }

  holds(request: RequestValues): boolean {
    const value = this.read(request);
    return value !== null && this.fits(value) !== this.negated;
  }

  evidence(request: RequestValues): MatchedTarget {
    const text = String(this.read(request) ?? '');
    return targetOf(this.words, text, whole(text));
  }
}

function evidenceIn(
  values: Values,
  test: ValueTest,
  negated: boolean,
  words: ConditionWords,
  steps: ValueSteps,
): MatchedTarget {
  if (negated) {
    const value = values.texts[0] ?? '';
    return targetOf(words, value, RECORDED_ANYWAY.has(words.target) ? whole(value) : null);
  }
  // The match was found within its step limit before, so that finding it again costs no more.
  const place = Math.max(0, test.firstOf(values, steps, Number.POSITIVE_INFINITY));
  return targetOf(words, values.texts[place] ?? '', test.locate(values, place, steps));
}

/** Records always keep these whole. Of other values they keep what matched, and nothing did here. */
const RECORDED_ANYWAY: ReadonlySet<string> = new Set([
  'BOT_KIND',
  'COUNTRY_CODE',
  'JA4',
  'QUERY_STRING',
  'REQUEST_FILENAME',
  'REQUEST_HEADERS:User-Agent',
  'REQUEST_METHOD',
  'REQUEST_SCHEME',
  'SERVER_NAME',
  'TLS_VERSION',
]);

const whole = (value: string) => ({ start: 0, end: value.length });

function targetOf(
  { target, operator }: ConditionWords,
  value: string,
  span: { start: number; end: number } | null,
): MatchedTarget {
  const { start = 0, end = 0 } = span ?? {};
  const shown = excerpt(value, start, end - start);
  const matchOffset = start - shown.start;
  return {
    name: target,
    value: shown.text,
    valueOffset: shown.start,
    transformed: shown.text,
    matchOffset,
    matchLength: Math.min(end - start, shown.text.length - matchOffset),
    transformations: [],
    operator,
  };
}
