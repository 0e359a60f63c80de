import { type CsvError, parse } from 'csv-parse/browser/esm/sync';
import { REDIRECT_LIMITS, type Redirect, redirectSchema } from '../../../../entities/policy/site-policy.ts';
import * as z from '../../../../shared/lib/zod.ts';

export interface CsvReading {
  redirects: Redirect[];
  /** Errors by line; with any, nothing is imported. */
  problems: string[];
}

const MAX_PROBLEMS = 10;
const DEFAULT_STATUS = 301;
const NO: ReadonlySet<string> = new Set(['no', 'false', '0']);

/** Parses lines of "from,to,status,keep query"; the last two are optional, and the first line may be a header. */
export function readRedirects(text: string): CsvReading {
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    return { redirects: [], problems: [(error as CsvError).message] };
  }
  if (rows[0]?.[0]?.toLowerCase() === 'from') rows.shift();
  if (rows.length > REDIRECT_LIMITS.redirects)
    return {
      redirects: [],
      problems: [`${rows.length} lines; a domain has at most ${REDIRECT_LIMITS.redirects}.`],
    };
  const reading: CsvReading = { redirects: [], problems: [] };
  for (const [index, [from, to = '', status = '', keep = '']] of rows.entries()) {
    const read = z.safeParse(redirectSchema, {
      from,
      to,
      status: status === '' ? DEFAULT_STATUS : Number(status),
      keep_query: !NO.has(keep.toLowerCase()),
    });
    if (read.success) reading.redirects.push(read.data);
    else if (reading.problems.length < MAX_PROBLEMS)
      reading.problems.push(`Line ${index + 1} (${from ?? ''}): ${read.error.issues[0]?.message}`);
  }
  return reading;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const writeRedirects = (redirects: readonly Redirect[]): string =>
  [
    'from,to,status,keep_query',
    ...redirects.map(
      ({ from, to, status, keep_query }) =>
        `${quoted(from)},${quoted(to)},${status},${keep_query ? 'yes' : 'no'}`,
    ),
    '',
  ].join('\n');
