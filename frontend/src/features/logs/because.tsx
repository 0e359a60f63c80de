import { isRequestField, targetText } from '../../entities/policy/exclusion-words.ts';
import type { LogEntry, LogMatch } from '../../shared/api/types.ts';
import { visible } from './highlighted.tsx';

type Target = LogMatch['targets'][number];

/** More of a value is read where it is marked. */
const MAX_SHOWN = 60;
/** A condition that is evaluated once another one has matched. */
const OF_MATCHED = /^MATCHED_VARS?:/;

/** The field of the request behind a target, such as `ARGS:q`; null where it is none. */
function fieldOf({ name }: Target): string | null {
  const field = name.replace(OF_MATCHED, '');
  return isRequestField(field) ? field : null;
}

/** Where the bytes that matched are known, the field's first such; null: none of it is kept. */
export const excerptOf = ({ targets }: LogMatch): Target | null =>
  targets.find(({ match_length: length }) => length > 0) ?? null;

const LEADS: Readonly<Record<string, string>> = {
  blocked: 'Blocked because of',
  log_only: 'Would have been blocked because of',
};

/** The strongest rule's finding as one sentence, before anything of rules is read. */
export function Because({ log }: { log: LogEntry }) {
  const match = log.matches.find(({ rule_id: id }) => id === log.modsec_rule_id);
  const field = match?.targets.map(fieldOf).find((one) => one !== null);
  if (match === undefined || field === undefined || field === null) return null;
  const excerpt = excerptOf(match);
  const found = excerpt?.transformed.slice(
    excerpt.match_offset,
    excerpt.match_offset + Math.min(excerpt.match_length, MAX_SHOWN),
  );
  const lead = LEADS[log.status] ?? LEADS[log.action] ?? 'Not enough to block:';
  return (
    <p className="max-w-[70ch] text-[0.9375rem] leading-6 wrap-anywhere">
      {lead} <strong className="font-[640]">{targetText(field)}</strong>
      {found && (
        <>
          , which contains{' '}
          <code className="rounded-sm bg-danger-soft px-1 font-mono text-danger-text">
            {visible(found)}
            {excerpt !== null && excerpt.match_length > MAX_SHOWN && '…'}
          </code>
        </>
      )}
      .
    </p>
  );
}

/** What a rule found, without its number and its message, which stand above it. */
export function findingText({ rule_id: id, message, explanation }: LogMatch): string {
  const known = `Rule ${id} (${message}) fired`;
  return explanation.startsWith(known) ? `Fired${explanation.slice(known.length)}` : explanation;
}
