import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@palisade/testing';
import { newAccount } from './access/world.ts';
import { ApiClient } from './api-client.ts';
import { verifiedDomain } from './browser/domain-of.ts';
import { visit } from './edge-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

/** The schedule looks every quarter of a minute; the rest is for a busy machine. */
const UNTIL_EXPIRED_MS = 90_000;
const INJECTION = new URLSearchParams({ comment: "1' UNION SELECT name, password FROM users -- " });

interface LogEntry {
  reason: string;
  matches: { rule_id: number; tags: string[]; targets: { name: string }[] }[];
}

/** Custom rules and exclusions from the API to the edge that they hold at. */
describe('a customer’s own rules', () => {
  const stack = new SharedStack('customers');
  let origin: Server;
  let api: ApiClient;
  let name: string;
  let id: string;

  beforeAll(async () => {
    origin = createServer((request, response) => {
      request.resume().on('end', () => response.end(`answered ${request.url}`));
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    await stack.start();
    const account = newAccount('ruler');
    api = await ApiClient.register(stack.api, account);
    name = await verifiedDomain({ stack }, account, (origin.address() as AddressInfo).port);
    const { body } = await api.call<{ id: string; domain_name: string }[]>('GET', '/domains/');
    id = body.find(({ domain_name }) => domain_name === name)!.id;
  }, 240_000);
  afterAll(async () => {
    await stack.dispose();
    origin?.closeAllConnections();
    origin?.close();
  });

  const save = async (policyConfig: object) => {
    const { status, body } = await api.call('PUT', `/domains/${id}/waf-config`, { policyConfig });
    expect({ status, body }).toMatchObject({ status: 200 });
  };
  const statusOf = async (target: string) => (await visit(stack.urls.demo_site, name, target)).status;
  const statusOfPost = async (target: string, form = INJECTION) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await visit(stack.urls.demo_site, name, target, { method: 'POST', headers, body: String(form) }))
      .status;
  };
  const until = (what: string, status: () => Promise<number>, expected: number, withinMs = 30_000) =>
    eventually(what, async () => expect(await status()).toBe(expected), withinMs);

  it('refuse what they name, however it is written, and nothing else', async () => {
    const rule = {
      id: randomUUID(),
      name: 'No way to the secret',
      enabled: true,
      action: 'block',
      skip: [],
      conditions: [
        { field: 'path', name: '', operator: 'matches', negate: false, values: ['^/secret(?:/|$)'] },
        { field: 'ip', name: '', operator: 'equals', negate: true, values: ['203.0.113.0/24'] },
      ],
    };
    expect(await statusOf('/secret')).toBe(200);
    await save({ custom_rules: [rule] });
    await until('the rule at the edge', () => statusOf('/secret'), 403);
    expect(await statusOf('/public/..//%73ecret/plans')).toBe(403);
    expect(await statusOf('/secretary')).toBe(200);
    expect(await statusOf('/')).toBe(200);
    await eventually('the log naming the rule', async () => {
      const { body } = await api.call<{ logs: LogEntry[] }>(
        'GET',
        `/dashboard/logs/recent?domain=${id}&action=custom_rule`,
      );
      expect(body.logs.map(({ reason }) => reason)).toContain(`custom:${rule.id}`);
    });
    await save({ custom_rules: [{ ...rule, enabled: false }] });
    await until('the rule being off', () => statusOf('/secret'), 200);
  }, 120_000);

  it('let through what the managed rules took for an attack, where they say so and until they expire', async () => {
    expect(await statusOfPost('/blog/1')).toBe(403);
    // As the screens do it: from the entry in the log.
    const match = await eventually('the entry in the log', async () => {
      const { body } = await api.call<{ logs: LogEntry[] }>(
        'GET',
        `/dashboard/logs/recent?domain=${id}&action=block`,
      );
      const found = body.logs
        .flatMap(({ matches }) => matches)
        .find(({ targets }) => targets.some((target) => target.name === 'ARGS:comment'));
      if (found === undefined) throw new Error(`it says ${JSON.stringify(body.logs)}`);
      return found;
    });
    const family = match.tags.find((tag) => tag.startsWith('family/'))!;
    const exclusion = {
      id: randomUUID(),
      by: 'tag',
      value: family,
      target: 'ARGS:comment',
      path_prefix: '/blog/',
      note: 'Our readers write about databases',
      expires_at: null as string | null,
    };
    await save({ rule_exclusions: [exclusion] });
    await until('the exclusion at the edge', () => statusOfPost('/blog/1'), 200);
    expect(await statusOfPost('/shop/1')).toBe(403);
    expect(await statusOfPost('/blog/1', new URLSearchParams({ title: INJECTION.get('comment')! }))).toBe(
      403,
    );

    const ending = { ...exclusion, expires_at: new Date(Date.now() + 15_000).toISOString() };
    await save({ rule_exclusions: [ending] });
    await until('its end', () => statusOfPost('/blog/1'), 403, UNTIL_EXPIRED_MS);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(ending.expires_at));
    const { body } = await api.call('GET', `/domains/${id}/waf-config`);
    expect(body).toMatchObject({ policyConfig: { rule_exclusions: [ending] } });
  }, 240_000);
});
