import { randomUUID } from 'node:crypto';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../database/database.ts';
import { OWN_PARTS } from './own-parts.ts';

describe('what this service has of an account', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 });
    database = await new DataSource(dataSourceOptions(options)).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await postgres?.dispose();
  });

  it('is in its archive: what visitors wrote, the logo of reports, what alerts looked for, and no one else’s', async () => {
    const [owner, other, rule] = [randomUUID(), randomUUID(), randomUUID()];
    await database.query(`INSERT INTO sites (site_id) VALUES ('mine'), ('theirs')`);
    const sites: { site_no: number }[] = await database.query(
      `SELECT site_no FROM sites WHERE site_id = 'mine'`,
    );
    await database.query(
      `INSERT INTO visitor_reports (report_id, site_no, request_id, client_address, text, email, reported_at, expires_at)
       SELECT site_id, site_no, site_id, '192.0.2.1', 'to ' || site_id, 'visitor@example.org', now(), now() + interval '1 day' FROM sites`,
    );
    await database.query(
      `INSERT INTO alert_rules (rule_id, owner_id, site_id, name, severity, condition, channel_ids, note, is_active)
       VALUES ($1, $2, '', 'A rule', 'info', '{}', '{}', '', true)`,
      [rule, owner],
    );
    await database.query(
      `INSERT INTO owner_alerts (alert_id, rule_id, owner_id, rule_name, severity, site_id, domain_name, summary, note,
         channel_ids, is_silent, fired_at, begin_told, end_told, condition)
       VALUES ($1, $2, $3, 'A rule', 'info', '', '', '', '', '{}', false, now(), true, true, '{"measure": "requests"}')`,
      [randomUUID(), rule, owner],
    );
    await database.query(
      `INSERT INTO report_settings (owner_id, weekly, monthly, together, site_ids, with_pdf, brand_name, brand_colour, logo, logo_type)
       VALUES ($1, true, true, true, '{}', true, '', '', $2, $3)`,
      [owner, Buffer.from('a picture'), 'image/png'],
    );
    const part = async (name: string, account = owner): Promise<Record<string, unknown>[]> =>
      await database.query(OWN_PARTS[name]!, [account, account === owner ? [sites[0]!.site_no] : []]);
    expect(await part('visitor-reports')).toMatchObject([
      { site_id: 'mine', text: 'to mine', email: 'visitor@example.org', state: 'open' },
    ]);
    expect(await part('alerts')).toMatchObject([{ condition: { measure: 'requests' } }]);
    expect(await part('reports')).toMatchObject([
      { logo_base64: Buffer.from('a picture').toString('base64'), logo_type: 'image/png' },
    ]);
    for (const name of Object.keys(OWN_PARTS)) expect(await part(name, other)).toEqual([]);
  });
});
