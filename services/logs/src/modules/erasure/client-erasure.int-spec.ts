import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { HOUR_MS } from '@palisade/basics';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';

const PERSON = '2001:db8::77';
// Decorators need the built code.
const TOOL = path.resolve(import.meta.dirname, '../../../dist/modules/erasure/tools/erase-client.js');

describe('what is stored of a person', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const now = Date.now();

  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.dispose());

  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [TOOL, ...args], {
      env: { ...process.env, ...harness.environment },
    });
    const [out, error, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    const answers = out.split('\n').filter((line) => line.startsWith('{'));
    return { code, error, answers: answers.map((line): unknown => JSON.parse(line)) };
  };
  const left = async (table: string, column: string) => {
    const { rows } = await harness.database.query(`SELECT ${column} AS value FROM ${table} ORDER BY 1`);
    return rows.map(({ value }: { value: string }) => value);
  };

  it('is found and deleted by address and time, with recordings and reports; all else stays', async () => {
    const [siteId, other] = [randomUUID(), randomUUID()];
    const at = (ago: number, clientAddress: string) => ({ receivedAtMs: BigInt(now - ago), clientAddress });
    const records = [
      record({ siteId, ...at(HOUR_MS, PERSON) }),
      attack(1001, { siteId, ...at(2 * HOUR_MS, PERSON) }),
      record({ siteId, ...at(HOUR_MS, '192.0.2.7') }),
      record({ siteId, ...at(9 * HOUR_MS, PERSON) }),
      record({ siteId: other, ...at(HOUR_MS, PERSON) }),
    ];
    const [during, refused, somebody, before, elsewhere] = records.map(({ requestId }) => requestId);
    await harness.publish(logBatch(records, { segmentId: 'person' }));
    await harness.stored('node-1', 'person', records.length);
    for (const id of [refused, somebody])
      await harness.database.query(
        `INSERT INTO recorded_requests (site_no, received_at, request_id, refused, expires_at, sealed)
         SELECT site_no, received_at, request_id, true, now() + interval '1 day', '' FROM request_logs WHERE request_id = $1`,
        [id],
      );
    await harness.database.query(
      `INSERT INTO visitor_reports (report_id, site_no, request_id, client_address, text, email, reported_at, expires_at)
       SELECT gen_random_uuid()::text, site_no, request_id, client_address, 'Let me in', '', received_at, now() + interval '1 day'
       FROM request_logs WHERE request_id = ANY($1)`,
      [[refused, somebody]],
    );
    // Of this site and time, of another time, and of another site.
    const [holding, older, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, site, from] of [
      [holding, siteId, now - 2 * HOUR_MS],
      [older, siteId, now - 20 * HOUR_MS],
      [foreign, other, now - 2 * HOUR_MS],
    ] as const)
      await harness.database.query(
        `INSERT INTO log_exports (export_id, owner_id, domain_name, site_ids, format, filter, from_at, to_at, most_rows, state, expires_at)
         VALUES ($1, gen_random_uuid(), '', ARRAY[$2], 'csv', '{}', $3::timestamptz, $3::timestamptz + interval '1 hour', 1, 'failed', now() + interval '1 day')`,
        [id, site, new Date(from)],
      );
    const asked = [
      ...['--domain', siteId, '--address', '2001:DB8:0::77'],
      ...['--from', new Date(now - 3 * HOUR_MS).toISOString(), '--to', new Date(now).toISOString()],
    ];
    const found = { domain: siteId, records: 2, recordings: 1, reports: 1, exports: 1 };
    expect(await run(...asked)).toEqual({ code: 0, error: '', answers: [{ ...found, deleted: false }] });
    expect(await left('request_logs', 'request_id')).toHaveLength(5);

    expect((await run(...asked, '--delete')).answers).toEqual([{ ...found, deleted: true }]);
    expect(await left('request_logs', 'request_id')).toEqual([somebody, before, elsewhere].toSorted());
    expect(await left('recorded_requests', 'request_id')).toEqual([somebody]);
    expect(await left('visitor_reports', 'request_id')).toEqual([somebody]);
    expect(await left('log_exports', 'export_id')).toEqual([older, foreign].toSorted());
    expect((await run(...asked)).answers).toEqual([
      { domain: siteId, deleted: false, records: 0, recordings: 0, reports: 0, exports: 0 },
    ]);
    expect(during).not.toBe(refused);
  });

  it('is not looked for where it is not said which', async () => {
    const { code, error } = await run('--domain', randomUUID(), '--address', '192.0.2.0/99', '--from', 'now');
    expect(code).toBe(2);
    expect(error).toContain('is neither an address nor a network');
    expect(error).toContain('from');
  });
});
