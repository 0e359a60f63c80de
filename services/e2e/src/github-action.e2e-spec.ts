import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

const ACTION = path.resolve(import.meta.dirname, '../../../deploy/github-action');
const SITE = 'github-action.localhost';
const run = promisify(execFile);

interface Comment {
  id: number;
  user: { login: string };
  body: string;
}

/** GitHub's API, as far as the action asks it: comments on one pull request, a page at a time. */
class GitHubStandIn {
  readonly comments: Comment[] = [];
  readonly writes: string[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (request.headers.authorization !== 'Bearer of-this-job') return [401, { message: 'Bad credentials' }];
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const body = request.method === 'GET' ? null : (JSON.parse(await text(request)) as { body: string });
    if (body !== null) this.writes.push(`${request.method} ${pathname}`);
    const one = /^\/repos\/shop\/site\/issues\/comments\/(\d+)$/.exec(pathname)?.[1];
    if (request.method === 'PATCH' && one !== undefined) {
      const comment = this.comments.find(({ id }) => id === Number(one));
      if (comment === undefined) return [404, { message: 'Not Found' }];
      comment.body = body!.body;
      return [200, comment];
    }
    if (pathname !== '/repos/shop/site/issues/7/comments') return [404, { message: 'Not Found' }];
    if (body === null) {
      const size = Number(searchParams.get('per_page'));
      const from = (Number(searchParams.get('page')) - 1) * size;
      return [200, this.comments.slice(from, from + size)];
    }
    this.add('github-actions[bot]', body.body);
    return [201, this.comments.at(-1)];
  }

  add(login: string, body: string): void {
    this.comments.push({ id: 1000 + this.comments.length, user: { login }, body });
  }
}

interface Step {
  id?: string;
  run?: string;
  env?: Record<string, string>;
}

describe('the GitHub action, run by its own steps', () => {
  const stack = new SharedStack('customers');
  const github = new GitHubStandIn();
  let folder: string;
  let key: string;
  let domain: string;

  beforeAll(async () => {
    await stack.start();
    await github.start();
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-action-'));
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    // Other files of the group add a domain to this account as well; the Free plan has one.
    const { body: me } = await admin.call<{ id: string }>('GET', '/auth/me');
    expect((await admin.call('PUT', `/admin/users/${me.id}`, { plan: 'business' })).status).toBe(200);
    const scopes = ['domains:read', 'logs:read'];
    const made = await admin.call<{ api_key: string }>('POST', '/api-keys', {
      name: 'pull requests',
      scopes,
    });
    key = made.body.api_key;
    const origin = { domain_name: SITE, origin_host: '127.0.0.1', origin_port: 3000 };
    domain = (await admin.call<{ id: string }>('POST', '/domains', origin)).body.id;
    writeFileSync(path.join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  });
  afterAll(async () => {
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    await admin.call('DELETE', `/domains/${domain}`);
    await github.close();
    rmSync(folder, { recursive: true });
    await stack.dispose();
  });

  /** Like a runner: expressions are evaluated, steps run in a shell, and their outputs are available to the next steps. */
  async function runAction(policy: string, inputsGiven: Readonly<Record<string, string>> = {}) {
    writeFileSync(path.join(folder, 'palisade.yaml'), policy);
    const { inputs, runs } = parse(readFileSync(path.join(ACTION, 'action.yml'), 'utf8')) as {
      inputs: Record<string, { default?: string }>;
      runs: { steps: Step[] };
    };
    const given: Record<string, string> = {
      url: new URL(stack.api).origin,
      'api-key': key,
      'github-token': 'of-this-job',
      ...inputsGiven,
    };
    const outputs = new Map<string, string>();
    const resolved = (expression: string): string => {
      const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
      if (input !== undefined) return given[input] ?? inputs[input]?.default ?? '';
      const [, output] = /^steps\.plan\.outputs\.([\w-]+)$/.exec(expression) ?? [];
      if (output === undefined) throw new Error(`no such expression: ${expression}`);
      return outputs.get(output) ?? '';
    };
    let failure: string | null = null;
    const summary = path.join(folder, 'summary.md');
    rmSync(summary, { force: true });
    for (const step of runs.steps) {
      if (step.run === undefined || (step.id === undefined && outputs.get('comment-file') === undefined))
        continue;
      const outputFile = path.join(folder, 'output');
      writeFileSync(outputFile, '');
      const own = Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (.+?) \}\}/g, (_whole, expression: string) => resolved(expression)),
      ]);
      const environment = {
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
        GITHUB_ACTION_PATH: ACTION,
        GITHUB_API_URL: github.url,
        GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
        GITHUB_OUTPUT: outputFile,
        GITHUB_REPOSITORY: 'shop/site',
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: folder,
        ...Object.fromEntries(own),
      };
      try {
        await run('bash', ['-eo', 'pipefail', '-c', step.run], { cwd: folder, env: environment });
      } catch (error) {
        failure = (error as Error).message;
      }
      for (const line of readFileSync(outputFile, 'utf8').split('\n').filter(Boolean)) {
        const [name, ...value] = line.split('=');
        outputs.set(name!, value.join('='));
      }
    }
    return { failure, outputs, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : null };
  }

  const policy = (sensitivity: string) =>
    `domain: ${SITE}\npolicyConfig:\n  waf_sensitivity: ${sensitivity}\n`;

  it('writes one comment, and the same one anew', async () => {
    github.add('somebody', 'Looks good to me');
    // Somebody who wants the comment for himself.
    github.add('stranger', '<!-- palisade plan palisade.yaml -->\nmine');
    const first = await runAction(policy('high'));
    expect(first.failure).toBeNull();
    expect(Object.fromEntries(first.outputs)).toMatchObject({
      changed: 'true',
      version: '1',
      'newly-refused': '0',
    });
    expect(github.comments).toHaveLength(3);
    expect(github.comments[2]!.body).toContain(
      '| WAF Sensitivity<br>`policyConfig.waf_sensitivity` | medium | high |',
    );
    expect(github.comments[2]!.body).toContain('Nothing is recorded of this site yet');
    expect(first.summary).toContain('| medium | high |');
    await runAction(policy('high'));
    await runAction(policy('low'));
    expect(github.comments).toHaveLength(3);
    expect(github.comments[2]!.body).toContain('| medium | low |');
    expect(github.comments[1]!.body).toBe('<!-- palisade plan palisade.yaml -->\nmine');
    expect(github.writes).toEqual([
      'POST /repos/shop/site/issues/7/comments',
      `PATCH /repos/shop/site/issues/comments/${github.comments[2]!.id}`,
    ]);
  });

  it('says why there is no plan, and fails', async () => {
    const { failure, outputs } = await runAction(
      'domain: github-action.localhost\npolicyConfig:\n  ```: 1\n',
    );
    expect(failure).not.toBeNull();
    expect(outputs.get('changed')).toBeUndefined();
    expect(github.comments[2]!.body).toContain('### Palisade: no plan');
    expect(github.comments[2]!.body).toContain('palisade.yaml:3');
  });

  it('without a key, as in a pull request from a fork, it says nothing and does not fail', async () => {
    const writes = github.writes.length;
    expect((await runAction(policy('high'), { 'api-key': '' })).failure).toBeNull();
    expect(github.writes).toHaveLength(writes);
  });

  it('without a comment, as in a public repository, it sets its outputs and reveals nothing of the policy', async () => {
    const writes = github.writes.length;
    const { failure, outputs, summary } = await runAction(policy('high'), {
      comment: 'false',
      replay: 'false',
    });
    expect(failure).toBeNull();
    expect(outputs.get('changed')).toBe('true');
    expect(summary).toBeNull();
    expect(github.writes).toHaveLength(writes);
  });
});
