import { create } from '@bufbuild/protobuf';
import { accountDataV1 } from '@palisade/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';

/**
 * A service's parts of an account's data export: by the part's name, the statement that reads it. `$1` is the account;
 * columns are listed by name, so that a secret added to a table later is not exported; the order is total, which keyset
 * pagination needs.
 */
export type AccountDataParts = Readonly<Record<string, string>>;

export interface AccountDataPage {
  /** Rows as JSON. */
  rows: string[];
  /** Where the next page begins; 0: this was the last. */
  nextOffset: number;
}

const PAGE_ROWS = 500;
/** Documents of a policy may have a megabyte each. */
const FIRST_ROWS = 4;
const MAX_GROWTH = 4;
/** Well below what a message may have. */
const PAGE_BYTES = 2 * 1024 * 1024;

const requestSchema = z.object({
  userId: z.uuid(),
  part: z.int().min(0).max(1_000),
  offset: z.int().min(0).max(10_000_000),
});

/** Answers the call `ReadAccountData`, which every service has. @throws DomainError `account_data_invalid` */
export async function readAccountData(
  database: Pick<DataSource, 'query'>,
  parts: AccountDataParts,
  request: accountDataV1.ReadAccountDataRequest,
): Promise<accountDataV1.ReadAccountDataResponse> {
  const asked = requestSchema.safeParse(request);
  if (!asked.success)
    throw new DomainError('invalid', 'account_data_invalid', 'This names no account and part.');
  const { userId, part, offset } = asked.data;
  const named = Object.entries(parts)[part];
  if (named === undefined) return create(accountDataV1.ReadAccountDataResponseSchema);
  const [name, statement] = named;
  return create(accountDataV1.ReadAccountDataResponseSchema, {
    name,
    ...(await readAccountDataPage(database, statement, [userId], offset)),
  });
}

/**
 * A page of a part. A row that is larger than a page is left out, and says so. Rows are written as JSON to be measured: a few at
 * first, then at most four times as many as have fitted, so that a page of large ones does not cost what hundreds of them weigh.
 */
export async function readAccountDataPage(
  database: Pick<DataSource, 'query'>,
  statement: string,
  values: readonly unknown[],
  offset: number,
): Promise<AccountDataPage> {
  const rows: string[] = [];
  let room = PAGE_BYTES;
  while (rows.length < PAGE_ROWS) {
    const limit = Math.min(Math.max(FIRST_ROWS, MAX_GROWTH * rows.length), PAGE_ROWS - rows.length);
    const window = { offset: offset + rows.length, limit, room, isFirst: rows.length === 0 };
    const { lines, found, bytes } = await readLines(database, statement, values, window);
    rows.push(...lines);
    room -= bytes;
    if (lines.length < found) break;
    if (found < limit) return { rows, nextOffset: 0 };
  }
  return { rows, nextOffset: offset + rows.length };
}

interface Window {
  offset: number;
  limit: number;
  room: number;
  /** The first row of a page is included however large it is. */
  isFirst: boolean;
}

/** As many lines as fit; what does not is not fetched from the database. */
async function readLines(
  database: Pick<DataSource, 'query'>,
  statement: string,
  values: readonly unknown[],
  { offset, limit, room, isFirst }: Window,
): Promise<{ lines: string[]; found: number; bytes: number }> {
  const [offsetAt, limitAt, roomAt] = [1, 2, 3].map((n) => `$${values.length + n}`);
  // nosemgrep: no-sql-from-text -- statements are the services' own; values are bound
  const read: { line: string | null; found: number; bytes: number }[] = await database.query(
    `SELECT CASE WHEN NOT ${isFirst} AND before + size > ${roomAt} THEN NULL
         WHEN size <= ${PAGE_BYTES} THEN line ELSE json_build_object('left_out', format('a row of %s bytes', size))::text END AS line,
       found, least(size, ${PAGE_BYTES})::int AS bytes
     FROM (SELECT line, n, size, count(*) OVER ()::int AS found, sum(size) OVER (ORDER BY n) - size AS before
       FROM (SELECT line, n, octet_length(line) AS size
         FROM (SELECT row_to_json(part)::text AS line, row_number() OVER () AS n
           FROM (${statement} OFFSET ${offsetAt} LIMIT ${limitAt}) AS part) AS lines) AS sized) AS page
     WHERE n = 1 OR before + size <= ${roomAt} ORDER BY n`,
    [...values, offset, limit, room],
  );
  const kept = read.flatMap(({ line, bytes }) => (line === null ? [] : [{ line, bytes }]));
  return {
    lines: kept.map(({ line }) => line),
    found: read[0]?.found ?? 0,
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
