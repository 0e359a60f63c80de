import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../docs/api.md');
const SCOPES = ['domains:read', 'domains:write', 'logs:read'];
const run = promisify(execFile);

/** What readers copy, in the order in which it stands there. */
const examples = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
);

describe('the examples of "Using the API"', () => {
  const stack = new SharedStack('customers');
  let folder: string;
  let key: string;
  beforeAll(async () => {
    await stack.start();
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-examples-'));
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
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

  it('do what they say, one after the other', async () => {
    expect(examples.length).toBeGreaterThanOrEqual(9);
    // As one reader has them in one shell; a call that is refused ends it and says what the answer was.
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', examples.join('\n')], {
      cwd: folder,
      env: { ...process.env, API: new URL(stack.api).origin, KEY: key },
    });
    expect(stdout).toContain('"verified":false');
    expect(stdout).toContain('"mode":"DetectionOnly"');
    expect(stdout).toContain('Only the office signs in');
    expect(stdout).toContain('guesses passwords');
    const api = ApiClient.withToken(stack.api, key);
    const { body } = await api.call<{ domain_name: string }[]>('GET', '/domains');
    expect(body.map(({ domain_name }) => domain_name)).not.toContain('api-example.localhost');
  });
});
