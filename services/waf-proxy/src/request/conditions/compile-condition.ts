import { edgeV1 } from '@palisade/contracts';
import {
  EXACT_FIELDS,
  LISTED_FIELDS,
  type ListKind,
  MISSING_FIELDS,
  NAMED_FIELDS,
} from '@palisade/site-policy';
import { conditionFieldOf } from '@palisade/site-policy/wire';
import { encodeUtf8, type JsonPlace, jsonPlaceOf } from '@palisade/waf-engine';
import { AddressList } from '../../io/addresses/address-list.ts';
import type { BodyValues } from './body-values.ts';
import {
  AddressCondition,
  BodyCondition,
  type Condition,
  type ConditionWords,
  CRAWLER_FIELD,
  ListCondition,
  NumberCondition,
  PATH_FIELD,
  ReadingsCondition,
  type ReadValues,
  ValueCondition,
} from './conditions.ts';
import { patternOf } from './known-patterns.ts';
import {
  EqualsOneOf,
  EXISTS,
  HasOneOf,
  type LiteralOperator,
  MatchesOneOf,
  type ValueTest,
} from './value-tests.ts';
import { type Values, withoutCase } from './values.ts';

const { ConditionField: Field, ConditionOperator: Operator } = edgeV1;

/** Names that conditions refer to, collected during compilation. */
export interface NamesAsked {
  readonly headers: Set<string>;
  readonly cookies: Set<string>;
  readonly parameters: Set<string>;
  readonly lists: Set<string>;
  readonly body: { readonly form: Set<string>; readonly json: JsonPlace[]; files: boolean };
}

/** What each kind of list is compared with. */
const LISTED_TARGETS: Readonly<Record<ListKind, string>> = {
  addresses: 'REMOTE_ADDR',
  asns: 'ASN',
  countries: 'COUNTRY_CODE',
  user_agents: 'REQUEST_HEADERS:User-Agent',
  fingerprints: 'JA4',
};

interface FieldFacts {
  /** The place in SecLang terms, before the colon and the name. */
  readonly target: string;
  readonly read: ReadValues;
}

const PLAIN_FIELDS: Partial<Record<edgeV1.ConditionField, FieldFacts>> = {
  [Field.COUNTRY]: { target: 'COUNTRY_CODE', read: ({ country }) => country },
  [Field.METHOD]: { target: 'REQUEST_METHOD', read: ({ method }) => method },
  [Field.HOST]: { target: 'SERVER_NAME', read: ({ host }) => host },
  [Field.QUERY]: { target: 'QUERY_STRING', read: ({ query }) => query },
  [Field.ASN]: { target: 'ASN', read: ({ asn }) => asn },
  [Field.HTTP_VERSION]: { target: 'HTTP_VERSION', read: ({ httpVersion }) => httpVersion },
  [Field.JA4]: { target: 'JA4', read: ({ ja4 }) => ja4 },
  [Field.TLS_VERSION]: { target: 'TLS_VERSION', read: ({ tlsVersion }) => tlsVersion },
  [Field.SCHEME]: { target: 'REQUEST_SCHEME', read: ({ scheme }) => scheme },
};

const NUMBER_FIELDS: Partial<
  Record<
    edgeV1.ConditionField,
    { readonly target: string } & ConstructorParameters<typeof NumberCondition>[0]
  >
> = {
  [Field.ATTACK_SCORE]: { target: 'ATTACK_SCORE', asks: 'score', read: ({ attackScore }) => attackScore },
  [Field.ANSWER_STATUS]: {
    target: 'RESPONSE_STATUS',
    asks: 'answer',
    read: ({ answerStatus }) => answerStatus,
  },
};

/**
 * @param everyReading the rule lets visitors pass: a condition on the path must hold for every way of reading it
 * @throws Error or PatternError with what is wrong
 */
export function compileCondition(
  source: edgeV1.CustomCondition,
  everyReading: boolean,
  asked: NamesAsked,
): Condition {
  const { field, negate, values } = source;
  const operator = nameOf(source.operator);
  const wordsFor = (target: string): ConditionWords => ({
    target,
    operator: negate ? `not ${operator}` : operator,
  });
  if (source.operator === Operator.IN_LIST) {
    const name = conditionFieldOf(field);
    const holds = name === undefined ? undefined : LISTED_FIELDS[name];
    if (holds === undefined) throw new Error('there are no lists of what this field has');
    if (values.length === 0) throw new Error('there is no list');
    for (const id of values) asked.lists.add(id);
    const lists = Object.freeze({ ids: Object.freeze([...values]), holds });
    return new ListCondition(lists, negate, wordsFor(LISTED_TARGETS[holds]));
  }
  if (field === Field.IP) {
    if (source.operator !== Operator.EQUALS) throw new Error('an address can only be compared as a whole');
    if (values.length === 0) throw new Error('there is no value');
    return new AddressCondition(new AddressList(values), negate, wordsFor('REMOTE_ADDR'));
  }
  if (field === Field.PATH) {
    return new ReadingsCondition(
      PATH_FIELD,
      testOf(source),
      negate,
      everyReading,
      wordsFor('REQUEST_FILENAME'),
    );
  }
  if (field === Field.BOT_KIND)
    return new ReadingsCondition(CRAWLER_FIELD, testOf(source), negate, everyReading, wordsFor('BOT_KIND'));
  const number = NUMBER_FIELDS[field];
  if (number !== undefined)
    return new NumberCondition(number, numberTestOf(source), negate, wordsFor(number.target));
  const body = bodyField(source, asked.body);
  if (body !== null) return new BodyCondition(body.read, testOf(source), negate, wordsFor(body.target));
  const { target, read } = PLAIN_FIELDS[field] ?? namedField(source, asked);
  return new ValueCondition(read, testOf(source), negate, wordsFor(target));
}

function nameOf(operator: edgeV1.ConditionOperator): string {
  if (operator === Operator.UNSPECIFIED) throw new Error('there is no operator');
  return Operator[operator].toLowerCase();
}

interface BodyFacts {
  readonly target: string;
  readonly read: (body: BodyValues) => Values;
}

/** Null: the field is part of the head. */
function bodyField({ field, name }: edgeV1.CustomCondition, asked: NamesAsked['body']): BodyFacts | null {
  const isNamed = field === Field.FORM_FIELD || field === Field.JSON_PATH;
  if (isNamed && name === '') throw new Error('there is no name for the field');
  switch (field) {
    case Field.FORM_FIELD: {
      const key = encodeUtf8(name);
      asked.form.add(key);
      return { target: `ARGS_POST:${name}`, read: (body) => body.formField(key) };
    }
    case Field.JSON_PATH: {
      const place = jsonPlaceOf(encodeUtf8(name));
      asked.json.push(place);
      return { target: `ARGS_POST:${place.name}`, read: (body) => body.json(place) };
    }
    case Field.FILE_NAME:
      asked.files = true;
      return { target: 'FILES', read: (body) => body.fileNames };
    case Field.FILE_TYPE:
      asked.files = true;
      return { target: 'MULTIPART_PART_HEADERS', read: (body) => body.fileTypes };
    default:
      return null;
  }
}

function namedField(source: edgeV1.CustomCondition, asked: NamesAsked): FieldFacts {
  const { field } = source;
  if (field === Field.USER_AGENT) return headerField('User-Agent', asked);
  const name = source.name;
  if (name === '') throw new Error('there is no field, or no name for it');
  if (field === Field.HEADER) return headerField(name, asked);
  const key = encodeUtf8(name);
  if (field === Field.QUERY_PARAMETER) {
    asked.parameters.add(key);
    return { target: `ARGS_GET:${name}`, read: (request) => request.parameter(key) };
  }
  if (field !== Field.COOKIE) throw new Error('the field is not known');
  const lower = withoutCase(key);
  asked.cookies.add(lower);
  return { target: `REQUEST_COOKIES:${name}`, read: (request) => request.cookie(lower) };
}

function headerField(name: string, asked: NamesAsked): FieldFacts {
  const lower = name.toLowerCase();
  asked.headers.add(lower);
  return { target: `REQUEST_HEADERS:${name}`, read: (request) => request.header(lower) };
}

const LITERAL_OPERATORS: Partial<Record<edgeV1.ConditionOperator, LiteralOperator>> = {
  [Operator.CONTAINS]: 'contains',
  [Operator.STARTS_WITH]: 'starts_with',
  [Operator.ENDS_WITH]: 'ends_with',
};

/** Whether letters of literals and patterns are compared case-sensitively. */
function isExact(field: edgeV1.ConditionField): boolean {
  const name = conditionFieldOf(field);
  return name !== undefined && EXACT_FIELDS.has(name);
}

function numberTestOf({ operator, values }: edgeV1.CustomCondition): (value: number) => boolean {
  const numbers = values.map(Number);
  if (numbers.length === 0) throw new Error('there is no value');
  if (!numbers.every(Number.isSafeInteger)) throw new Error('a value is no whole number');
  if (operator === Operator.EQUALS) return (value) => numbers.includes(value);
  if (operator !== Operator.AT_LEAST) throw new Error('numbers are not compared so');
  const least = Math.min(...numbers);
  return (value) => value >= least;
}

function testOf({ field, operator, values, name }: edgeV1.CustomCondition): ValueTest {
  const exact = isExact(field);
  if (operator === Operator.EXISTS) {
    const missing = conditionFieldOf(field);
    if (missing === undefined || !MISSING_FIELDS.has(missing) || (NAMED_FIELDS.has(missing) && name === ''))
      throw new Error('a request always has this field');
    return EXISTS;
  }
  if (values.length === 0) throw new Error('there is no value');
  if (operator === Operator.MATCHES) {
    return new MatchesOneOf(values.map((value) => patternOf(value, !exact)));
  }
  if (operator === Operator.AT_LEAST) throw new Error('this field is no number');
  const literals = values.map((value) => (exact ? encodeUtf8(value) : withoutCase(encodeUtf8(value))));
  const literalOperator = LITERAL_OPERATORS[operator];
  return literalOperator === undefined ? new EqualsOneOf(literals) : new HasOneOf(literalOperator, literals);
}
