import { readFileSync } from 'node:fs';
import path from 'node:path';
import { callCommand } from './call-command.ts';
import { type ApiCall, calls } from './calls.ts';

interface Operation {
  operationId: string;
  tags: string[];
  'x-palisade-access': { scope: string };
}
const description = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

const shown: Record<keyof typeof calls, ApiCall> = {
  addDomain: calls.addDomain({ domain_name: "o'brien.example", origin_host: '203.0.113.10' }),
  updateSitePolicy: calls.updateSitePolicy('7', { version: 3, policyConfig: { mode: 'On' } }),
  addBan: calls.addBan('7', { address: '203.0.113.7' }),
  recentLogs: calls.recentLogs(new URLSearchParams({ path: '/a b&c', http_status: '5xx' })),
};

describe('calls that the dashboard shows', () => {
  it.each(Object.entries(shown))('%s is as the API describes it', (operationId, call) => {
    const address = call.path.replace(/\?.*$/, '').replace('/7', '/{id}');
    const operation = description.paths[address]?.[call.method.toLowerCase()];
    expect(operation?.operationId).toBe(operationId);
    expect(operation?.['x-palisade-access'].scope).toBe(call.scope);
    const heading = operationId.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    expect(call.reference).toBe(`${operation?.tags[0]}#${heading}`);
  });

  it('are commands in which nothing that was entered ends a word', () => {
    expect(callCommand(shown.addDomain, 'https://waf.example')).toBe(
      [
        'curl -sS --fail-with-body \\',
        '  -X POST \\',
        '  -H "Authorization: Bearer $KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{"domain_name":"o'\\''brien.example","origin_host":"203.0.113.10"}' \\`,
        "  'https://waf.example/api/domains'",
      ].join('\n'),
    );
    expect(callCommand(shown.recentLogs, 'https://waf.example')).toMatch(
      /^curl -sS --fail-with-body \\\n {2}-H [^\n]*\n {2}'https:[^']*path=%2Fa\+b%26c&http_status=5xx'$/,
    );
  });
});
