import { judge } from '../../entities/log/threat.ts';
import type { LogEntry } from '../../shared/api/types.ts';

/** The searchable text, built once per entry: a hundred thousand are searched at every key press. */
const haystacks = new WeakMap<LogEntry, string>();

function haystackOf(log: LogEntry): string {
  const known = haystacks.get(log);
  if (known !== undefined) return known;
  const made = [
    log.id,
    log.request_id,
    log.remote_addr,
    log.domain_name,
    log.request_method,
    log.request_uri,
    log.user_agent,
    log.geo_country,
    log.server_name,
    log.modsec_message,
    log.modsec_rule_id,
    judge(log).type,
  ]
    .join('\n')
    .toLowerCase();
  haystacks.set(log, made);
  return made;
}

/** The entries that hold the text; all of them for an empty one. */
export function searchLogs(logs: readonly LogEntry[], search: string): readonly LogEntry[] {
  const text = search.trim().toLowerCase();
  return text === '' ? logs : logs.filter((log) => haystackOf(log).includes(text));
}
