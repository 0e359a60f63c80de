import type { Finding, Status } from '../checks/finding.ts';
import type { Report } from './doctor.ts';

const WORDS: Readonly<Record<Status, string>> = { ok: 'ok', warning: 'warning', error: 'error' };
/** Wide enough for nearly every code: lines are printed before the others are known. */
const CODE_WIDTH = 30;

/** A line each, and what to do below it. */
export const printedFindings = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ status, code, text, todo }) => [
      `${WORDS[status].padEnd(8)} ${code.padEnd(CODE_WIDTH)}  ${text}\n`,
      ...(todo === '' ? [] : [`${' '.repeat(8)} ${' '.repeat(CODE_WIDTH)}  → ${todo}\n`]),
    ])
    .join('');

export function printedCount({ version, findings }: Report): string {
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  return `\nPalisade ${version}: ${count('error')} errors, ${count('warning')} warnings, ${count('ok')} well\n`;
}

export const printed = (report: Report): string => printedFindings(report.findings) + printedCount(report);
