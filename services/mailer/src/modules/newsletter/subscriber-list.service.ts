import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, queryOne, queryRows } from '@palisade/nest-kit';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { emailAddress, line } from '../../http/http-fields.ts';
import { addressDigest, SuppressionsService } from '../suppressions/suppressions.service.ts';

interface SubscriberRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  is_subscribed: boolean;
  created_at: Date;
}

const COLUMNS = ['email', 'first_name', 'last_name', 'created_at'] as const;
const MAX_LINES = 20_000;
const LINES_AT_ONCE = 5_000;
const lineSchema = z.object({
  email: emailAddress(),
  first_name: line(100, 'First name').default(''),
  last_name: line(100, 'Last name').default(''),
});

/** The administrators' view of the mailing list. */
@Injectable()
export class SubscriberListService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly auditLogger: AuditLogger,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** Newest first. @param page `before`: id of the last subscriber of the previous page */
  async find(search: string, page: { before: number | null; limit: number }) {
    const found = await queryRows<SubscriberRow>(
      this.dataSource,
      `SELECT * FROM subscribers WHERE is_subscribed AND ($1 = '' OR
         strpos(lower(email || ' ' || first_name || ' ' || last_name), lower($1)) > 0)
         AND ($2::int IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
      [search, page.before, page.limit],
    );
    return found.map(({ id, first_name, last_name, email, is_subscribed, created_at }) => ({
      id,
      first_name,
      last_name,
      email,
      is_subscribed,
      created_at: created_at.toISOString(),
    }));
  }

  /** As CSV, some thousand lines at a time, so that a large list is never in memory as a whole. */
  async export(actor: Actor): Promise<Readable> {
    const row = await queryOne<{ count: string }>(
      this.dataSource,
      'SELECT count(*) AS count FROM subscribers WHERE is_subscribed',
    );
    const details = { count: String(row?.count ?? 0) };
    await this.auditLogger.record(this.dataSource.manager, actor, 'subscribers.exported', 'all', details);
    return Readable.from(this.csvParts(), { objectMode: false });
  }

  /** Cells that a spreadsheet would take for a formula are escaped. */
  private async *csvParts(): AsyncGenerator<string> {
    let after = 0;
    for (let isFirst = true; ; isFirst = false) {
      const part = await queryRows<SubscriberRow>(
        this.dataSource,
        'SELECT * FROM subscribers WHERE is_subscribed AND id > $1 ORDER BY id LIMIT $2',
        [after, LINES_AT_ONCE],
      );
      const text = stringify(part, {
        header: isFirst,
        columns: [...COLUMNS],
        escape_formulas: true,
        cast: { date: (value) => value.toISOString() },
      });
      // A stream of text has no use for nothing.
      if (text !== '') yield text;
      if (part.length < LINES_AT_ONCE) return;
      after = part.at(-1)!.id;
    }
  }

  /**
   * Removed for good: a later import does not bring the address back, only its reader can.
   * @throws DomainError not_found `subscriber_not_found`
   */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const gone = await queryOne<{ email: string }>(
        manager,
        `UPDATE subscribers SET is_subscribed = false, unsubscribed_at = now()
          WHERE id = $1 AND is_subscribed RETURNING email`,
        [id],
      );
      if (!gone) throw new DomainError('not_found', 'subscriber_not_found', 'Subscriber not found');
      await this.suppressions.add(manager, gone.email, { cause: 'unsubscribed', isProven: true });
      await this.auditLogger.record(manager, actor, 'subscriber.deleted', addressDigest(gone.email), {});
    });
  }

  /** Suppressed addresses are not imported: a file is not their consent. */
  async import(actor: Actor, csv: string) {
    const records = readCsv(csv);
    const badLines: number[] = [];
    const good = records.flatMap((record, index) => {
      const result = lineSchema.safeParse(unescaped(record));
      if (!result.success) badLines.push(index + 2);
      return result.success ? [result.data] : [];
    });
    return this.dataSource.transaction(async (manager) => {
      const [counts] = await queryRows<{ allowed: string; added: string }>(
        manager,
        `WITH given AS (SELECT DISTINCT ON (email) * FROM jsonb_to_recordset($1::jsonb) AS g(email text, first_name text, last_name text)),
           allowed AS (SELECT * FROM given WHERE NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email = given.email)),
           added AS (INSERT INTO subscribers (email, first_name, last_name, source)
             SELECT email, first_name, last_name, 'import' FROM allowed ON CONFLICT (email) DO NOTHING RETURNING 1)
         SELECT (SELECT count(*) FROM allowed) AS allowed, (SELECT count(*) FROM added) AS added`,
        [JSON.stringify(good)],
      );
      const [allowed, added] = [Number(counts?.allowed), Number(counts?.added)];
      const distinct = new Set(good.map((record) => record.email)).size;
      await this.auditLogger.record(manager, actor, 'subscribers.imported', 'all', { added: String(added) });
      return {
        added,
        known: allowed - added,
        suppressed: distinct - allowed,
        bad_lines: badLines.slice(0, 100),
      };
    });
  }
}

const badFile = (code: 'csv_too_long' | 'csv_invalid', detail: string): DomainError =>
  new DomainError('unprocessable', code, detail, { fields: [{ path: 'csv', message: detail }] });

function readCsv(csv: string): Record<string, string>[] {
  try {
    const records: Record<string, string>[] = parse(csv, {
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase().replaceAll(' ', '_')),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 10_000,
      to: MAX_LINES + 1,
    });
    if (records.length > MAX_LINES) {
      throw badFile('csv_too_long', `At most ${MAX_LINES} lines at once`);
    }
    return records;
  } catch (error) {
    if (error instanceof CsvError) {
      throw badFile('csv_invalid', `This is not CSV: ${error.message.slice(0, 200)}`);
    }
    throw error;
  }
}

/** The apostrophe that an export put before a formula. */
const unescaped = (record: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value.replace(/^'(?=[=+\-@])/, '')]),
  );
