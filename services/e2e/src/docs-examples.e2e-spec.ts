import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SCOPES = ['domains:read', 'domains:write', 'logs:read'];
const run = promisify(execFile);

/** What readers copy, in the order in which it stands there. */
const examplesOf = (document: string): string[] =>
  [...readFileSync(path.join(ROOT, document), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
    ([, text = '']) => text,
  );

describe('the examples of the documentation do what they say, one after the other:', () => {
  const stack = new SharedStack('customers');
  let folder: string;
  let key: string;
  beforeAll(async () => {
    await stack.start();
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-examples-'));
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    // Other files of the group add a domain to this account as well; the Free plan has one.
    const { body: me } = await admin.call<{ id: string }>('GET', '/auth/me');
    expect((await admin.call('PUT', `/admin/users/${me.id}`, { plan: 'business' })).status).toBe(200);
    const { body } = await admin.call<{ api_key: string }>('POST', '/api-keys', {
      name: 'examples of the documentation',
      scopes: SCOPES,
    });
    key = body.api_key;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await stack.dispose();
  });

  /** As one reader has them in one shell; a command that fails ends it and says what the answer was. */
  const inOneShell = (examples: readonly string[], environment: NodeJS.ProcessEnv) =>
    run('bash', ['-euo', 'pipefail', '-c', examples.join('\n')], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });

  it('"Using the API"', async () => {
    const examples = examplesOf('docs/api.md');
    expect(examples.length).toBeGreaterThanOrEqual(10);
    const { stdout } = await inOneShell(examples, { API: new URL(stack.api).origin, KEY: key });
    expect(stdout).toContain('"verified":false');
    expect(stdout).toContain('"mode":"DetectionOnly"');
    expect(stdout).toContain('Only the office signs in');
    expect(stdout).toMatch(/"sentence":"Blocked: rule \d+ \(.+?\) found something in the parameter q\."/);
    expect(stdout).toContain('guesses passwords');
    expect(stdout).toContain('event: logs');
    const api = ApiClient.withToken(stack.api, key);
    const { body } = await api.call<{ domain_name: string }[]>('GET', '/domains');
    expect(body.map(({ domain_name }) => domain_name)).not.toContain('api-example.localhost');
  });

  it('"Keep a site\'s policy with its code"', async () => {
    const examples = examplesOf('docs/guides/policy-as-code.md');
    expect(examples.length).toBeGreaterThanOrEqual(5);
    const api = ApiClient.withToken(stack.api, key);
    const site = 'policy-as-code.localhost';
    const { body } = await api.call<{ id: string }>('POST', '/domains', {
      domain_name: site,
      origin_host: '127.0.0.1',
      origin_port: 3000,
    });
    const commands = path.join(folder, 'bin');
    mkdirSync(commands);
    const command = path.join(ROOT, 'deploy/cli/dist/palisade.mjs');
    writeFileSync(
      path.join(commands, 'palisade'),
      `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`,
      {
        mode: 0o755,
      },
    );
    const { stdout } = await inOneShell(examples, {
      PATH: `${commands}:${process.env.PATH}`,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      PALISADE_URL: new URL(stack.api).origin,
      PALISADE_API_KEY: key,
      SITE: site,
    });
    expect(stdout).toContain('# yaml-language-server: $schema=http');
    expect(stdout).toContain('WAF Sensitivity (policyConfig.waf_sensitivity)\n    - medium\n    + high');
    expect(stdout).toContain(`${site} is at version 2 now.`);
    expect(stdout).toContain(`${site} is as the file says (version 2).`);
    expect(stdout).toContain(`${site} is at version 3 now.`);
    expect(stdout).toContain('wrong.yaml:3: policyConfig.waf_sensitivty');
    expect(stdout).toContain('palisade.yaml: 1 blocked, 0 passed');
    expect(stdout).toContain('palisade.yaml: 1 blocked, 2 passed');
    expect(stdout).toContain(`${site}, version 1: 1 blocked, 2 passed`);
    const published = await fetch(new URL('/schemas/site-policy.json', stack.api));
    expect(published.headers.get('content-type')).toContain('application/json');
    expect(await published.json()).toMatchObject({ $id: '/schemas/site-policy.json' });
    await api.call('DELETE', `/domains/${body.id}`);
  });
});
