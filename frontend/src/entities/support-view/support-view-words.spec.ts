import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageOf, pagesSeen } from './support-view-words.ts';

const { paths } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { 'x-palisade-access'?: { level: string; scope?: string } }>> };

describe('pages that support has looked at', () => {
  it('are named for every call that reads what a customer has', () => {
    const reading = Object.entries(paths).filter(
      ([address, { get }]) =>
        get?.['x-palisade-access']?.level === 'user' &&
        /^\/api\/(?:alert|auth\/me|dashboard|domains|lists|managed-rules|plans)/.test(address),
    );
    expect(reading.length).toBeGreaterThan(30);
    for (const [address] of reading) expect(pageOf(address)).not.toMatch(/^\/api/);
  });

  it('count once, from the first look to the last', () => {
    const look = (at: string, first_at: string, last_at: string) => ({
      path: at,
      first_at,
      last_at,
      times: 1,
    });
    expect(
      pagesSeen([
        look('/api/dashboard/now', '10:02', '10:09'),
        look('/api/dashboard/stats', '10:01', '10:05'),
        look('/api/domains/7/bans', '10:03', '10:03'),
        look('/api/domains', '10:00', '10:00'),
        look('/api/of-tomorrow', '10:04', '10:04'),
      ]),
    ).toEqual([
      { page: 'Overview', firstAt: '10:01', lastAt: '10:09' },
      { page: 'A domain: bans', firstAt: '10:03', lastAt: '10:03' },
      { page: 'Domains', firstAt: '10:00', lastAt: '10:00' },
      { page: '/api/of-tomorrow', firstAt: '10:04', lastAt: '10:04' },
    ]);
  });
});
