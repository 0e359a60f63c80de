import { Registry } from 'prom-client';
import { operationOf, tableOf } from './database-metrics.ts';
import { durationsOf } from './durations.ts';

describe('durations', () => {
  it('of one kind are one histogram, however often it is asked for', async () => {
    const registry = new Registry();
    durationsOf(registry, 'rpc').observe({ rpc_method: 'a/B', rpc_response_status_code: '0' }, 20);
    durationsOf(registry, 'rpc').observe({ rpc_method: 'a/B', rpc_response_status_code: '0' }, 2_000);
    const text = await registry.metrics();
    expect(text).toContain('# TYPE rpc_server_call_duration_seconds histogram');
    expect(text).toContain(
      'rpc_server_call_duration_seconds_bucket{le="0.025",rpc_method="a/B",rpc_response_status_code="0"} 1',
    );
    expect(text).toContain(
      'rpc_server_call_duration_seconds_sum{rpc_method="a/B",rpc_response_status_code="0"} 2.02',
    );
  });

  it.each([
    ['SELECT 1', 'SELECT'],
    ['\n  insert into x values (1)', 'INSERT'],
    ['WITH a AS (SELECT 1) DELETE FROM b', 'WITH'],
    ['VACUUM', 'other'],
    ['', 'other'],
  ])('tell statements apart by their first word: %j', (query, operation) => {
    expect(operationOf(query)).toBe(operation);
  });

  it.each([
    ['SELECT a FROM users WHERE email = $1', 'users'],
    ['SELECT "User"."id" FROM "auth"."users" "User"', 'users'],
    ['insert into orders (a) values ($1)', 'orders'],
    ['UPDATE ONLY orders SET a = 1', 'orders'],
    ['DELETE FROM users', 'users'],
    ['WITH due AS (SELECT id FROM orders) UPDATE users SET a = 1', 'orders'],
    ['SELECT 1 FROM unnest($1::int[]) AS n JOIN users ON true', 'users'],
    ['SELECT FROM request_logs_20261124', ''],
    [`SELECT '${'x'.repeat(10_000)}' FROM users`, ''],
    ['COMMIT', ''],
  ])('tell statements apart by the first known table: %.60j', (query, table) => {
    expect(tableOf(query, new Set(['users', 'orders']))).toBe(table);
  });
});
