import type { Status } from '../checks/finding.ts';
import type { Report } from './doctor.ts';

const WORDS: Readonly<Record<Status, string>> = { ok: 'ok', warning: 'warning', error: 'error' };

/** A line each, what to do below it, and a count at the end. */
export function printed({ version, findings }: Report): string {
  const width = Math.max(...findings.map(({ code }) => code.length));
  const lines = findings.flatMap(({ status, code, text, todo }) => [
    `${WORDS[status].padEnd(8)} ${code.padEnd(width)}  ${text}`,
    ...(todo === '' ? [] : [`${' '.repeat(8)} ${' '.repeat(width)}  → ${todo}`]),
  ]);
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  return [
    ...lines,
    '',
    `Palisade ${version}: ${count('error')} errors, ${count('warning')} warnings, ${count('ok')} well`,
    '',
  ].join('\n');
}
