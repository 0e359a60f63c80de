import { isEvaluation } from '../../records/classification.rules.ts';
import type { StoredMatch } from '../../records/stored-match.types.ts';
import type { LogRow } from '../log-row.types.ts';
import type { WouldBlockCause } from '../log-store.port.ts';

const MAX_CAUSES = 50;
const SAMPLES = 3;
const SAMPLE_TARGET_CHARACTERS = 300;

interface CausedRow {
  row: LogRow;
  cause: StoredMatch | null;
  reason: string;
  /** Matches that say what is wrong with the request. */
  fired: number;
}

/** What would have stopped the newest requests that log-only mode let pass, newest first. */
export function wouldBlockCausesOf(rows: readonly LogRow[]): WouldBlockCause[] {
  const groups = Map.groupBy(rows.map(causeOf), ({ row, cause, reason }) =>
    JSON.stringify([cause?.rule_id ?? 0, reason, row.threat]),
  );
  return [...groups.values()]
    .map(summary)
    .sort((a, b) => b.requests - a.requests || a.ruleId - b.ruleId)
    .slice(0, MAX_CAUSES);
}

function causeOf(row: LogRow): CausedRow {
  const matches = row.matches ?? [];
  const telling = matches.filter(saysWhat);
  const candidates = isOwnRule(row.reason)
    ? matches.filter(({ rule_id }) => rule_id === 0)
    : row.reason === 'rule'
      ? telling
      : [];
  const decided = ({ rule_id }: StoredMatch) => Number(String(rule_id) === row.rule_id);
  // The first of equals: sorting is stable.
  const [cause = null] = candidates.toSorted((a, b) => decided(b) - decided(a) || b.score - a.score);
  return { row, cause, reason: (cause?.rule_id ?? 0) === 0 ? row.reason : 'rule', fired: telling.length };
}

/** More than the comparison of scores. */
const saysWhat = ({ rule_id, tags }: StoredMatch): boolean =>
  rule_id !== 0 && !isEvaluation({ ruleId: rule_id, tags });

/** Custom rules and limits have no number. */
const isOwnRule = (reason: string): boolean => reason.startsWith('custom:') || reason.startsWith('limit:');

function summary(group: readonly CausedRow[]): WouldBlockCause {
  const [{ cause, reason, row }] = group as [CausedRow];
  const messages = group.flatMap((one) => (one.cause === null ? [] : [one.cause.message]));
  return {
    ruleId: cause?.rule_id ?? 0,
    message: messages.toSorted().at(-1) ?? null,
    reason,
    threat: row.threat,
    requests: group.length,
    addresses: new Set(group.map((one) => one.row.client_address)).size,
    answered: group.filter((one) => one.row.origin_status >= 200 && one.row.origin_status < 400).length,
    rulesFired: group.reduce((sum, { fired }) => sum + fired, 0) / group.length,
    path: mostFrequent(group.map((one) => cut(one.row.target.split('?', 1)[0]!))) ?? '',
    target: mostFrequent(group.flatMap((one) => one.cause?.targets[0]?.name ?? [])),
    samples: group.slice(0, SAMPLES).map((one) => sampleOf(one.row)),
  };
}

/** By code points, without splitting surrogate pairs. */
const cut = (text: string): string => Array.from(text).slice(0, SAMPLE_TARGET_CHARACTERS).join('');

/** Ties are ordered by text. */
function mostFrequent(values: readonly string[]): string | null {
  const counted = [...Map.groupBy(values, (value) => value)].map(
    ([value, same]) => [value, same.length] as const,
  );
  const [most] = counted.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}

const sampleOf = (row: LogRow): WouldBlockCause['samples'][number] => ({
  request_id: row.request_id,
  timestamp: row.received_at.toISOString(),
  remote_addr: row.client_address,
  geo_country: row.country === '' ? null : row.country,
  request_method: row.method,
  request_uri: cut(row.target),
  origin_status: row.origin_status === 0 ? null : row.origin_status,
});
