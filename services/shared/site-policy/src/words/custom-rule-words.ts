import { CRAWLER_KINDS, crawlers } from '../groups/crawlers.ts';
import {
  CHOSEN_FIELDS,
  LISTED_FIELDS,
  MISSING_FIELDS,
  NAMED_FIELDS,
  NUMBER_FIELDS,
} from '../groups/custom-rule-conditions.ts';
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import { countryName } from './country-name.ts';

type CustomRuleCondition = CustomRule['conditions'][number];

export type ConditionField = CustomRuleCondition['field'];
export type ConditionOperator = CustomRuleCondition['operator'];
export type RuleAction = CustomRule['action'];
export type SkippedCheck = CustomRule['skip'][number];

interface FieldWords {
  /** In a list of choices. */
  label: string;
  /** In a sentence; of named fields, before the name. */
  phrase: string;
}

/** Fields of conditions, in the order of the menu. */
const fieldWords: Readonly<Record<ConditionField, FieldWords>> = {
  path: { label: 'Path', phrase: 'the path' },
  ip: { label: 'Address', phrase: 'the address' },
  country: { label: 'Country', phrase: 'the country' },
  method: { label: 'Method', phrase: 'the method' },
  host: { label: 'Host', phrase: 'the host' },
  user_agent: { label: 'User agent', phrase: 'the user agent' },
  query: { label: 'Query string', phrase: 'the query string' },
  query_parameter: { label: 'Query parameter', phrase: 'the parameter' },
  header: { label: 'Header', phrase: 'the header' },
  cookie: { label: 'Cookie', phrase: 'the cookie' },
  scheme: { label: 'Scheme', phrase: 'the scheme' },
  asn: { label: 'Network operator (ASN)', phrase: 'the network operator' },
  http_version: { label: 'HTTP version', phrase: 'the HTTP version' },
  ja4: { label: 'TLS fingerprint (JA4)', phrase: 'the TLS fingerprint' },
  tls_version: { label: 'TLS version', phrase: 'the TLS version' },
  bot_kind: { label: 'Kind of crawler', phrase: 'the kind of crawler' },
  attack_score: { label: 'Attack score', phrase: 'the attack score' },
  answer_status: { label: 'Status of the answer', phrase: 'the status of the answer' },
  form_field: { label: 'Form field', phrase: 'the form field' },
  json_path: { label: 'JSON path', phrase: 'the JSON value' },
  file_name: { label: 'File name', phrase: 'the name of an uploaded file' },
  file_type: { label: 'File type', phrase: 'the type of an uploaded file' },
};

interface FieldFacts extends FieldWords {
  /** Whether a request has several values, selected by a name. */
  named: boolean;
  /** Whether it is compared as a whole, with values of a list. */
  chosen: boolean;
}

export const conditionFields = Object.fromEntries(
  Object.entries(fieldWords).map(([name, words]) => {
    const field = name as ConditionField;
    return [field, { ...words, named: NAMED_FIELDS.has(field), chosen: CHOSEN_FIELDS.has(field) }];
  }),
) as Readonly<Record<ConditionField, FieldFacts>>;

const operators: Readonly<Record<ConditionOperator, { is: string; isNot: string }>> = {
  equals: { is: 'is', isNot: 'is not' },
  starts_with: { is: 'starts with', isNot: 'does not start with' },
  contains: { is: 'contains', isNot: 'does not contain' },
  ends_with: { is: 'ends with', isNot: 'does not end with' },
  matches: { is: 'matches', isNot: 'does not match' },
  exists: { is: 'is present', isNot: 'is missing' },
  in_list: { is: 'is on the list', isNot: 'is not on the list' },
  at_least: { is: 'is at least', isNot: 'is below' },
};

export const operatorText = (operator: ConditionOperator, negate: boolean): string =>
  operators[operator][negate ? 'isNot' : 'is'];

/** The comparisons that a field allows, in the order in which they are offered. */
export function operatorsOf(field: ConditionField): ConditionOperator[] {
  const { chosen } = conditionFields[field];
  if (NUMBER_FIELDS.has(field)) return ['equals', 'at_least'];
  const lists: ConditionOperator[] = LISTED_FIELDS[field] === undefined ? [] : ['in_list'];
  if (chosen) return ['equals', ...lists];
  const all: ConditionOperator[] = ['equals', 'starts_with', 'contains', 'ends_with', 'matches', ...lists];
  return MISSING_FIELDS.has(field) ? [...all, 'exists'] : all;
}

export const actionFacts: Readonly<Record<RuleAction, { label: string; hint: string }>> = {
  block: { label: 'Block', hint: 'The request is blocked with 403. No later rule is evaluated.' },
  challenge: {
    label: 'Challenge',
    hint: 'The browser has to solve a short proof of work; programs that cannot are blocked.',
  },
  log: {
    label: 'Log',
    hint: 'The request continues as usual, and the following rules are evaluated.',
  },
  skip: {
    label: 'Skip checks',
    hint: 'The request continues without the checks below. Block lists still apply.',
  },
  redirect: {
    label: 'Redirect',
    hint: 'The visitor is redirected, and no later rule is evaluated. Visitors who are already there are not redirected; for them, later rules are evaluated.',
  },
  page: {
    label: 'Show a page',
    hint: 'The visitor gets your page; programs get problem+json from status 400 on. 200, 404 and 410 do not count as blocked. No later rule is evaluated.',
  },
  rewrite: {
    label: 'Rewrite path',
    hint: 'Your server gets another path; visitors do not see it. Later rules are evaluated with the original path.',
  },
  change_headers: {
    label: 'Change headers',
    hint: 'Changes headers of the request to your server, or of its response. Later rules are evaluated. If the request is changed, the cache is bypassed.',
  },
  add_to_list: {
    label: 'Add to a list',
    hint: 'The client is on the list for a while, on this site, from its next request on. Later rules are evaluated.',
  },
};

export const skipTexts: Readonly<Record<SkippedCheck, { label: string; hint: string }>> = {
  managed_rules: { label: 'Managed rules', hint: 'It is not inspected for attacks.' },
  bot_protection: { label: 'Bot protection', hint: 'Programs are neither blocked nor challenged.' },
  rate_limiting: { label: 'Rate limits', hint: 'No rate limit counts or stops it.' },
};

/** Values as a person would list them: the first few, and how many more. */
export function listText(values: readonly string[], most = 3): string {
  const shown = values.slice(0, values.length > most ? most - 1 : most);
  const rest = values.length - shown.length;
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
  if (parts.length <= 1) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

export function valueText(field: ConditionField, value: string): string {
  if (field === 'country') return countryName(value);
  return field === 'bot_kind' ? crawlerKindText(value) : value;
}

/** As the screen of crawlers calls it: "AI training". */
function crawlerKindText(value: string): string {
  const kind = CRAWLER_KINDS.find((known) => known === value);
  return kind === undefined ? value : crawlers.fields[`crawlers_${kind}`].label;
}

/** Stands for the values that a condition still lacks. */
const MISSING = '…';

/** A condition in three parts: field, operator, values. The last is empty for existence. */
export function conditionParts({ field, name, operator, negate, values }: CustomRuleCondition): {
  subject: string;
  verb: string;
  object: string;
} {
  const { phrase, named } = conditionFields[field];
  return {
    subject: named ? `${phrase} ${name}` : phrase,
    verb: operatorText(operator, negate),
    object: operator === 'exists' ? '' : listText(values.map((value) => valueText(field, value))) || MISSING,
  };
}

export function conditionText(condition: CustomRuleCondition): string {
  const { subject, verb, object } = conditionParts(condition);
  return object === '' ? `${subject} ${verb}` : `${subject} ${verb} ${object}`;
}

/** Whatever an action needs besides. */
export type RuleActionParts = Pick<
  CustomRule,
  'action' | 'skip' | 'redirect' | 'page' | 'rewrite' | 'headers' | 'listing'
>;

/** A rule's action: "Block", "Skip bot protection and rate limits", "Redirect to /closed (302)". */
export function actionText({
  action,
  skip,
  redirect,
  page,
  rewrite,
  headers,
  listing,
}: RuleActionParts): string {
  if (redirect !== undefined) return `Redirect to ${redirect.to || MISSING} (${redirect.status})`;
  if (page !== undefined) return `Show a page (${page.status})`;
  if (rewrite !== undefined) return `Rewrite ${rewrite.from || MISSING} to ${rewrite.to || MISSING}`;
  if (headers !== undefined)
    return headers.length === 0 ? actionFacts[action].label : sentence(headers.map(headerText).join(', '));
  if (listing !== undefined)
    return `Add to the list ${listing.list || MISSING} for ${minutesText(listing.minutes)}`;
  if (action !== 'skip') return actionFacts[action].label;
  const parts = skip.map((check) => skipTexts[check].label.toLowerCase());
  return `Skip ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')}`;
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** "set X-Tier of the request", "remove Server of the answer". */
const headerText = ({ operation, name, target }: NonNullable<CustomRule['headers']>[number]): string =>
  `${operation} ${name || MISSING} of the ${target === 'request' ? 'request' : 'answer'}`;

/** "90 minutes", "2 hours", "1 day". */
export function minutesText(minutes: number): string {
  const [count, what] =
    minutes > 0 && minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes > 0 && minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The whole rule: "When the path starts with /wp-login and the country is not Germany → Block". */
export function ruleText(rule: Pick<CustomRule, 'conditions' | 'alternatives'> & RuleActionParts): string {
  const groups = groupsOf(rule).map((group) => group.map(conditionText).join(' and '));
  return `When ${groups.join(', or ')} → ${actionText(rule)}`;
}
