// What a site in log-only mode would have refused.
import type { BlockingForecast } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';

type Cause = BlockingForecast['causes'][number];
type Sample = Cause['samples'][number];
const sample = (n: number, uri: string, address: string, country: string, status: number): Sample => ({
  request_id: id(200 + n),
  timestamp: ago(7 * n + 2),
  remote_addr: address,
  geo_country: country,
  request_method: n % 2 ? 'POST' : 'GET',
  request_uri: uri,
  origin_status: status,
});
const cause = (
  rule_id: number | null,
  message: string | null,
  threat_type: string,
  counts: [requests: number, addresses: number, answered: number],
  likelihood: Cause['likelihood'],
  where: [path: string, target: string],
  samples: Sample[],
): Cause => ({
  rule_id,
  message,
  reason: rule_id === null ? 'rate_limit' : 'rule',
  threat_type,
  requests: counts[0],
  addresses: counts[1],
  answered: counts[2],
  path: where[0],
  target: where[1],
  likelihood,
  samples,
});
export const forecast: BlockingForecast = {
  range: '24h',
  from: ago(60 * 24),
  to: ago(0),
  requests: 51_203,
  would_block: { requests: 412, more: false, share: 0.8 },
  looked_at: 412,
  likely_false: 25,
  threat_types: [
    { threat_type: 'SQL Injection', requests: 244 },
    { threat_type: 'Path Traversal', requests: 131 },
    { threat_type: 'Security Rule', requests: 25 },
    { threat_type: 'Rate Limiting', requests: 12 },
  ],
  causes: [
    cause(
      1002,
      'SQL comment or terminator after a quote',
      'SQL Injection',
      [244, 2, 9],
      'attack',
      ['/search', 'ARGS:q'],
      [
        sample(
          1,
          '/search?q=1%27%20OR%201%3D1--&page=2&sort=price&filter=%5B%22ceramic%22%2C%22glaze%22%5D&session=8fa3c1d09be74e6f',
          '198.51.100.9',
          'RU',
          404,
        ),
        sample(2, '/search?q=%27%3B%20DROP%20TABLE%20orders', '198.51.100.9', 'RU', 404),
      ],
    ),
    cause(
      3001,
      'Path leads out of the document root',
      'Path Traversal',
      [131, 4, 0],
      'attack',
      ['/download', 'ARGS:file'],
      [sample(3, '/download?file=../../../../etc/passwd', '203.0.113.181', 'CN', 404)],
    ),
    cause(
      2007,
      'Markup in a form field',
      'Security Rule',
      [25, 19, 25],
      'ordinary',
      ['/guestbook/eintrag', 'ARGS:comment'],
      [
        sample(4, '/guestbook/eintrag', '192.0.2.14', 'DE', 302),
        sample(5, '/guestbook/eintrag', '192.0.2.77', 'AT', 302),
      ],
    ),
    cause(
      null,
      null,
      'Rate Limiting',
      [12, 1, 12],
      'unclear',
      ['/api/prices', ''],
      [sample(6, '/api/prices?since=2026-03-10', '203.0.113.30', 'DE', 200)],
    ),
  ],
};
/** A site whose owner may switch without a worry. */
export const cleanForecast: BlockingForecast = {
  ...forecast,
  would_block: { requests: 375, more: false, share: 0.73 },
  looked_at: 375,
  likely_false: 0,
  causes: forecast.causes.slice(0, 2),
};
