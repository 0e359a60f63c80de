import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import { JobQueues } from '@palisade/messaging/jobs';
import { Client } from 'pg';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { RevocationListsJob } from './revocation-lists.job.ts';

describe('revocation lists that are due', () => {
  let h: Harness;
  let database: Client;
  let authority: TestAuthority;
  const begin = Date.now();

  beforeAll(async () => {
    [h, authority] = await Promise.all([startHarness(), TestAuthority.create('Devices')]);
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    const queues = h.app.get(JobQueues).all();
    await queues.find(({ name }) => name === 'domains-revocation-lists')!.pause();
  });
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  const listFor = async (days: number): Promise<string> => {
    const [thisUpdate, nextUpdate] = [new Date(begin), new Date(begin + days * DAY_MS)];
    const der = await authority.revocationList([], { thisUpdate, nextUpdate });
    return `-----BEGIN X509 CRL-----\n${der.toString('base64')}\n-----END X509 CRL-----\n`;
  };
  const keep = (id: string, lists: readonly string[], mode = 'required') =>
    database.query(
      `UPDATE waf_config_versions SET origin_config = origin_config
         || jsonb_build_object('client_certificates', $2::text, 'client_certificate_revocations', $3::jsonb)
       WHERE domain_id = $1`,
      [id, mode, JSON.stringify(lists)],
    );
  const noticesAfter = (days: number) => {
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => begin + days * DAY_MS);
    return h.app.get(RevocationListsJob).tellDue();
  };
  const eventsOf = async (id: string) => {
    const { rows } = await database.query(
      'SELECT next_update, is_over FROM told_revocation_lists WHERE domain_id = $1 ORDER BY next_update, is_over',
      [id],
    );
    return rows.map(({ next_update, is_over }) => [
      Math.round((next_update.getTime() - begin) / DAY_MS),
      is_over,
    ]);
  };

  it('are told of some days before, and once the day has passed, each once', async () => {
    const { id } = await h.newDomain(newUser());
    await keep(id, [await listFor(30)]);
    expect(await noticesAfter(26)).toBe(0);
    const both = await Promise.all([noticesAfter(27.5), noticesAfter(27.5)]);
    expect(both.toSorted()).toEqual([0, 1]);
    expect(await noticesAfter(29)).toBe(0);
    expect(await noticesAfter(30.5)).toBe(1);
    expect(await noticesAfter(40)).toBe(0);
    expect(await eventsOf(id)).toEqual([
      [30, false],
      [30, true],
    ]);
    // The next one, beside the old one.
    await keep(id, [await listFor(30), await listFor(60)]);
    expect(await noticesAfter(40)).toBe(0);
    expect(await noticesAfter(58)).toBe(1);
    await keep(id, []);
  });

  it('for a few days only are told of once the day has passed, and not where nobody is asked', async () => {
    const [daily, off] = [await h.newDomain(newUser()), await h.newDomain(newUser())];
    await keep(daily.id, [await listFor(1)]);
    await keep(off.id, [await listFor(1)], 'off');
    expect(await noticesAfter(0.5)).toBe(0);
    expect(await noticesAfter(1.5)).toBe(1);
    expect([await eventsOf(daily.id), await eventsOf(off.id)]).toEqual([[[1, true]], []]);
  });
});
