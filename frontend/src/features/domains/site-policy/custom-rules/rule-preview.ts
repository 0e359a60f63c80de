import { requestPath, requestQuery } from '../../../../entities/policy/request-path.ts';
import { BODY_FIELDS, EXACT_FIELDS, groupsOf } from '../../../../entities/policy/site-policy.ts';
import type { CustomRule, CustomRuleCondition, LogEntry } from '../../../../shared/api/types.ts';
import { addressOrRange, isWithin } from '../../../../shared/lib/address-range.ts';

/** Facts of a log entry that conditions can refer to. */
export type LoggedRequest = Pick<
  LogEntry,
  | 'remote_addr'
  | 'geo_country'
  | 'request_method'
  | 'host'
  | 'request_uri'
  | 'user_agent'
  | 'referer'
  | 'ja4'
  | 'scheme'
  | 'asn'
  | 'protocol'
  | 'tls_version'
  | 'inbound_score'
  | 'http_status'
>;

/** Whether a pattern matches a value; null if that takes too long. */
export type Occurs = (value: string) => boolean | null;
/** Compiles a pattern. @throws Error with a text for people */
export type CompilePattern = (source: string, anyCase: boolean) => Occurs;

export interface Preview<Entry> {
  /** Matching requests, newest first. */
  met: Entry[];
  looked: number;
  /** Conditions that the log cannot answer, so that too many requests may be counted. */
  leftOut: CustomRuleCondition[];
  /** Why a pattern cannot be tried. */
  fault: string | null;
}

/** The field's values in a request; null: not logged. */
function valuesOf({ field, name }: CustomRuleCondition, log: LoggedRequest): string[] | null {
  switch (field) {
    case 'ip':
      return [log.remote_addr];
    case 'country':
      return log.geo_country ? [log.geo_country] : [];
    case 'method':
      return [log.request_method];
    case 'host':
      return [log.host];
    case 'path':
      return [requestPath(log.request_uri)];
    case 'query':
      return [requestQuery(log.request_uri)];
    case 'query_parameter':
      return new URLSearchParams(requestQuery(log.request_uri)).getAll(name);
    case 'user_agent':
      return [log.user_agent];
    case 'ja4':
      // A missing fingerprint may just not have been recorded.
      if (log.ja4 !== null) return [log.ja4];
      return log.scheme === 'http' ? [] : null;
    case 'scheme':
      return [log.scheme];
    case 'asn':
      return log.asn === null ? [] : [String(log.asn)];
    case 'http_version':
      return [log.protocol.slice('HTTP/'.length).replace(/^([23])\.0$/, '$1')];
    case 'tls_version':
      if (log.tls_version !== null) return [log.tls_version];
      return log.scheme === 'http' ? [] : null;
    case 'attack_score':
      return [String(log.inbound_score)];
    case 'answer_status':
      return log.http_status === null ? null : [String(log.http_status)];
    case 'header':
      if (/^user-agent$/i.test(name)) return [log.user_agent];
      if (/^host$/i.test(name)) return [log.host];
      if (/^referer$/i.test(name)) return log.referer === null ? [] : [log.referer];
      return null;
    default:
      return null;
  }
}

/** The log has 0 as well if the managed rules did not run. */
const mayBeNoScore = ({ operator, values, negate }: CustomRuleCondition): boolean =>
  values.some((value) => (operator === 'at_least' ? Number(value) <= 0 : Number(value) === 0)) !== negate;

const answerable = (condition: CustomRuleCondition): boolean =>
  condition.operator !== 'in_list' &&
  condition.field !== 'cookie' &&
  condition.field !== 'bot_kind' &&
  !(condition.field === 'attack_score' && mayBeNoScore(condition)) &&
  !BODY_FIELDS.has(condition.field) &&
  (condition.field !== 'header' || /^(?:user-agent|host|referer)$/i.test(condition.name.trim()));

const finished = ({ operator, values }: CustomRuleCondition): boolean =>
  operator === 'exists' || values.some((value) => value !== '');

const exactCase = ({ field }: CustomRuleCondition): boolean => EXACT_FIELDS.has(field);

const comparisons = {
  equals: (value: string, wanted: string) => value === wanted,
  contains: (value: string, wanted: string) => value.includes(wanted),
  starts_with: (value: string, wanted: string) => value.startsWith(wanted),
  ends_with: (value: string, wanted: string) => value.endsWith(wanted),
} as const;

/** Compiles a condition into a test for single values. */
function testOf(condition: CustomRuleCondition, compile: CompilePattern): Occurs {
  const { field, operator } = condition;
  const values = condition.values.filter((value) => value !== '');
  if (operator === 'exists') return () => true;
  if (field === 'ip') {
    const ranges = values.flatMap((value) => addressOrRange(value) ?? []);
    return (value) => {
      const address = addressOrRange(value);
      return address !== null && ranges.some((range) => isWithin(range, address));
    };
  }
  // The log does not say who is on a list.
  if (operator === 'in_list') return () => null;
  if (operator === 'at_least') return (value) => values.some((least) => Number(value) >= Number(least));
  const fold = exactCase(condition) ? (text: string) => text : (text: string) => text.toLowerCase();
  if (operator === 'matches') {
    const patterns = values.map((value) => compile(value, !exactCase(condition)));
    return (value) => {
      const answers = patterns.map((occurs) => occurs(value));
      return answers.includes(true) ? true : answers.includes(null) ? null : false;
    };
  }
  const wanted = values.map(fold);
  return (value) => wanted.some((one) => comparisons[operator](fold(value), one));
}

/** Requests that the rule would have matched; undefined if no condition can be tested. */
export function previewOf<Entry extends LoggedRequest>(
  rule: Pick<CustomRule, 'conditions' | 'alternatives'>,
  logs: readonly Entry[],
  compile: CompilePattern,
): Preview<Entry> | undefined {
  const ready = groupsOf(rule).map((group) => group.filter(finished));
  const asked = ready.map((group) => group.filter(answerable)).filter((group) => group.length > 0);
  if (asked.length === 0) return undefined;
  const preview = {
    met: [] as Entry[],
    looked: logs.length,
    leftOut: ready.flat().filter((one) => !answerable(one)),
  };
  try {
    const groups = asked.map((group) =>
      group.map((condition) => ({ condition, fits: testOf(condition, compile) })),
    );
    preview.met = logs.filter((log) =>
      groups.some((tests) =>
        tests.every(({ condition, fits }) => {
          const values = valuesOf(condition, log);
          if (values === null) return false;
          const answers = values.map(fits);
          // Undecided requests are not counted, negated or not.
          if (answers.includes(null)) return false;
          return answers.includes(true) !== condition.negate;
        }),
      ),
    );
    return { ...preview, fault: null };
  } catch (error) {
    return { ...preview, fault: error instanceof Error ? error.message : 'This pattern cannot be tested' };
  }
}
