import type { LogRow } from '../log-store/log-row.types.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { writtenEventText } from './event-stream.rules.ts';

const written = new WeakMap<LogRow, { name: string; json: string }>();

/** A row's entry as JSON: serialised once for all readers. @param name of its site */
export function entryText(row: LogRow, name: string): string {
  const known = written.get(row);
  if (known?.name === name) return known.json;
  const json = JSON.stringify(toLogEntry(row, name));
  written.set(row, { name, json });
  return json;
}

/** An event `logs`, whose data is `LiveLogs`. @param entries as JSON, the oldest first */
export const logsEventText = (id: string, entries: readonly string[], gap: boolean): string =>
  writtenEventText({ id, name: 'logs', json: `{"logs":[${entries.join()}],"gap":${gap}}` });
