import * as z from 'zod/mini';
import { canonicalAddress } from '../model/addresses.ts';
import { COUNTRY_CODES } from '../model/countries.ts';
import type { ListKind } from '../model/list-kinds.ts';
import { refuse } from '../model/refuse.ts';
import { CRAWLER_KINDS } from './crawlers.ts';

export const CONDITION_LIMITS = { name: 100, values: 200, value: 500, lists: 10 } as const;

/** Fields of a condition. `path` is the path as origins read it: decoded, without dot segments. */
export const CONDITION_FIELDS = [
  'ip',
  'country',
  'method',
  'host',
  'path',
  'query',
  'query_parameter',
  'header',
  'cookie',
  'user_agent',
  'scheme',
  'asn',
  'http_version',
  'form_field',
  'json_path',
  'file_name',
  'file_type',
  'ja4',
  'tls_version',
  'bot_kind',
  'attack_score',
  'answer_status',
] as const;

/** As `http_version` has them. */
export const HTTP_VERSIONS = ['1.0', '1.1', '2', '3'] as const;
/** As `tls_version` has them. */
export const TLS_VERSIONS = ['1.2', '1.3'] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

export const CONDITION_OPERATORS = [
  'equals',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
  'exists',
  'in_list',
  'at_least',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Fields with several values in a request, selected by a name. */
export const NAMED_FIELDS: ReadonlySet<ConditionField> = new Set([
  'query_parameter',
  'header',
  'cookie',
  'form_field',
  'json_path',
]);
/** Fields of the body: rules that name one are asked once the body is there, behind all others and the managed rules. */
export const BODY_FIELDS: ReadonlySet<ConditionField> = new Set([
  'form_field',
  'json_path',
  'file_name',
  'file_type',
]);
/** Fields that are whole numbers. */
export const NUMBER_FIELDS: ReadonlySet<ConditionField> = new Set(['attack_score', 'answer_status']);
/** Fields that a request may have none of. */
export const MISSING_FIELDS: ReadonlySet<ConditionField> = new Set([...NAMED_FIELDS, 'file_name', 'ja4']);
/** Such as user.name, items[0].sku and items[*].sku; a dollar sign may stand before it. */
export const JSON_PATH = /^(?:\$\.?)?(?:[^.[\]]+|\[(?:\d{1,4}|\*)\])(?:\.[^.[\]]+|\[(?:\d{1,4}|\*)\])*$/;
export const JSON_PATH_INVALID = 'This is no path of a JSON document, such as user.name or items[*].sku';
/** Fields whose values are compared with their letters as they are; of all others the case does not matter. */
export const EXACT_FIELDS: ReadonlySet<ConditionField> = new Set([
  'path',
  'query',
  'query_parameter',
  'form_field',
  'json_path',
]);
/** Fields whose values are chosen from a list: one of them, or none. */
export const CHOSEN_FIELDS: ReadonlySet<ConditionField> = new Set([
  'ip',
  'country',
  'method',
  'scheme',
  'asn',
  'http_version',
  'tls_version',
  'bot_kind',
]);

/** Fields that `in_list` asks, each of lists of its own kind. */
export const LISTED_FIELDS: Readonly<Partial<Record<ConditionField, ListKind>>> = {
  ip: 'addresses',
  asn: 'asns',
  country: 'countries',
  user_agent: 'user_agents',
  ja4: 'fingerprints',
};

/** A name in HTTP: of headers, and of methods. */
export const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE_CHECKS: Partial<Record<ConditionField, { holds: (value: string) => boolean; else: string }>> = {
  ip: {
    holds: (value) => canonicalAddress(value) !== null,
    else: 'Please enter an IP address or a CIDR range',
  },
  country: { holds: (value) => COUNTRY_CODES.has(value), else: 'Please select a country' },
  method: { holds: (value) => HTTP_TOKEN.test(value), else: 'Please enter an HTTP method, such as POST' },
  scheme: { holds: (value) => value === 'http' || value === 'https', else: 'Please choose http or https' },
  asn: { holds: (value) => /^[1-9]\d{0,9}$/.test(value), else: 'Please enter a number such as 64500' },
  http_version: {
    holds: (value) => (HTTP_VERSIONS as readonly string[]).includes(value),
    else: 'Please choose 1.0, 1.1, 2 or 3',
  },
  tls_version: {
    holds: (value) => (TLS_VERSIONS as readonly string[]).includes(value),
    else: 'Please choose 1.2 or 1.3',
  },
  bot_kind: {
    holds: (value) => (CRAWLER_KINDS as readonly string[]).includes(value),
    else: 'Please choose a kind of crawler',
  },
  attack_score: {
    holds: (value) => /^(?:0|[1-9]\d{0,3})$/.test(value),
    else: 'Please enter a whole number up to 9,999',
  },
  answer_status: {
    holds: (value) => /^[1-5]\d\d$/.test(value),
    else: 'Please enter a status from 100 to 599',
  },
};

export const AT_LEAST_ONE_VALUE = 'Please enter one number: the smallest that counts';
const VALUE_EMPTY = 'Please enter a value';
const VALUE_TOO_LONG = `A value has at most ${CONDITION_LIMITS.value} characters`;

const listId = z.uuid();
const LIST_CHECK = {
  holds: (value: string) => z.safeParse(listId, value).success,
  else: 'There is no such list',
};
const checkOf = (field: ConditionField, operator: ConditionOperator) =>
  operator === 'in_list' ? LIST_CHECK : VALUE_CHECKS[field];

/** Why a value is invalid for this field; undefined if it is valid. */
export function valueProblem(
  field: ConditionField,
  operator: ConditionOperator,
  value: string,
): string | undefined {
  if (value === '') return VALUE_EMPTY;
  if (value.length > CONDITION_LIMITS.value) return VALUE_TOO_LONG;
  const check = checkOf(field, operator);
  return check && !check.holds(value) ? check.else : undefined;
}

const conditionFieldsSchema = z.object({
  field: z
    .enum(CONDITION_FIELDS)
    .check(
      z.describe(
        '`path` is the path as origins read it: escapes undone, dot segments gone; `ja4` the fingerprint of the client’s TLS handshake, which a request without one lacks, as does one that comes by the operator’s own proxies; `bot_kind` what the crawler is for that the client says to be, which is not believed without proof where a rule lets it pass; `attack_score` what the managed rules found, asked behind them: of requests that they have not looked at no condition on it holds; `answer_status` the status of the answer, for rules that log or add to a list.',
      ),
    ),
  name: z
    .string()
    .check(
      z.trim(),
      z.maxLength(CONDITION_LIMITS.name, 'This name is too long'),
      z.describe(
        'Name of the header, cookie, query parameter or form field, or a path in JSON such as `items[*].sku`; empty for other fields.',
      ),
    ),
  operator: z
    .enum(CONDITION_OPERATORS)
    .check(
      z.describe(
        '`matches` takes a regular expression that can be evaluated in linear time. `equals` on `ip` also takes ranges. `in_list` takes ids of lists of the field’s kind: addresses for `ip`, and `asn`, `country`, `user_agent` and `ja4` for those fields. `at_least` compares a number with one value.',
      ),
    ),
  negate: z.boolean().check(z.describe('Negates the operator.')),
  values: z
    .array(z.string().check(z.minLength(1, VALUE_EMPTY), z.maxLength(CONDITION_LIMITS.value, VALUE_TOO_LONG)))
    .check(
      z.maxLength(CONDITION_LIMITS.values, `At most ${CONDITION_LIMITS.values} values`),
      z.describe('One of them has to match; none for `exists`.'),
    ),
});
export type CustomRuleCondition = z.infer<typeof conditionFieldsSchema>;

export const conditionSchema = conditionFieldsSchema
  .check(refuseMismatch)
  .register(z.globalRegistry, { id: 'CustomRuleCondition' });

function refuseMismatch(context: z.core.ParsePayload<CustomRuleCondition>): void {
  const { field, name, operator, values } = context.value;
  const isNamed = NAMED_FIELDS.has(field);
  if (isNamed !== (name !== ''))
    refuse(context, isNamed ? 'Please enter a name' : 'This field has no name', ['name']);
  if (field === 'header' && name !== '' && !HTTP_TOKEN.test(name))
    refuse(context, 'This is not the name of a header', ['name']);
  if (field === 'json_path' && name !== '' && !JSON_PATH.test(name))
    refuse(context, JSON_PATH_INVALID, ['name']);
  if (operator === 'exists') {
    if (!MISSING_FIELDS.has(field)) refuse(context, 'A request always has this field', ['operator']);
    if (values.length > 0) refuse(context, 'A condition on existence has no values', ['values']);
    return;
  }
  if (operator === 'in_list') {
    if (LISTED_FIELDS[field] === undefined)
      refuse(context, 'There are no lists of what this field has', ['operator']);
    if (values.length > CONDITION_LIMITS.lists)
      refuse(context, `At most ${CONDITION_LIMITS.lists} lists`, ['values']);
  } else if (NUMBER_FIELDS.has(field)) {
    if (operator !== 'equals' && operator !== 'at_least')
      refuse(context, 'A number can only be compared with equals or at_least', ['operator']);
  } else if (operator === 'at_least') refuse(context, 'This field is no number', ['operator']);
  else if (CHOSEN_FIELDS.has(field) && operator !== 'equals')
    refuse(context, 'This field can only be compared as a whole', ['operator']);
  if (operator === 'at_least' && values.length > 1) refuse(context, AT_LEAST_ONE_VALUE, ['values']);
  if (values.length === 0) refuse(context, 'Please enter at least one value', ['values']);
  const check = checkOf(field, operator);
  values.forEach((value, index) => {
    if (check && !check.holds(value)) refuse(context, check.else, ['values', index]);
  });
}
