import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { eventually, freePort } from '@palisade/testing';
import pg from 'pg';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const OPERATOR = path.join(root, 'deploy/installation/dist/operator/main.js');
const EDGE = path.join(root, 'services/waf-proxy/dist/main.js');
const SITE = 'shop.localhost';

/** What the second machine has is what it was given for an address and a token, and its own ports and folder. */
describe('an edge that joins by a token', () => {
  const stack = new Stack();
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-joined-'));
  let admitting: ChildProcess | null = null;
  let edge: ChildProcess | null = null;

  beforeAll(() => stack.start('--workers', '1'), 300_000);
  afterAll(async () => {
    admitting?.kill('SIGKILL');
    if (edge !== null && edge.exitCode === null) {
      const ended = once(edge, 'exit');
      edge.kill('SIGTERM');
      await ended;
    }
    await stack.dispose();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  it('serves the sites, and its log records arrive', async () => {
    const port = await freePort();
    const token = await admit(port);
    await promisify(execFile)(
      process.execPath,
      [OPERATOR, 'join-edge', `127.0.0.1:${port}`, '-', '--to', folder],
      { env: { PATH: process.env.PATH, PALISADE_JOIN_TOKEN: token } },
    );
    const [code] = admitting!.exitCode === null ? await once(admitting!, 'exit') : [admitting!.exitCode];
    expect(code).toBe(0);

    const [http, https, admin] = [await freePort(), await freePort(), await freePort()];
    edge = spawn(process.execPath, [`--env-file=${path.join(folder, 'env')}`, EDGE], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PALISADE_EDGE_DATA_DIR: path.join(folder, 'data'),
        PALISADE_KEYS_FILE: path.join(folder, 'env'),
        PALISADE_EDGE_BIND: '127.0.0.1',
        PALISADE_EDGE_HTTP_PORT: String(http),
        PALISADE_EDGE_HTTPS_PORT: String(https),
        PALISADE_EDGE_ADMIN_PORT: String(admin),
        PALISADE_EDGE_WORKERS: '1',
        PALISADE_EDGE_ORIGIN_ALLOW: '127.0.0.1/32',
      },
    });
    const id = await eventually(
      'the joined edge serving',
      async () => {
        const { status, headers } = await visit(`http://127.0.0.1:${http}`, SITE, '/?q=fence');
        expect(status).toBe(200);
        return String(headers['x-request-id']);
      },
      120_000,
    );
    const database = new pg.Client(stack.databaseUrl);
    await database.connect();
    try {
      await eventually('its record in the log', async () => {
        const { rows } = await database.query(
          'SELECT server_name FROM logs.request_logs WHERE request_id::text = $1',
          [id],
        );
        expect(rows).toEqual([{ server_name: 'edge-2' }]);
      });
    } finally {
      await database.end();
    }
    const env = parseEnv(readFileSync(path.join(folder, 'env'), 'utf8'));
    expect(Object.keys(env).filter((name) => /DATABASE|KEK|INTERNAL/.test(name))).toEqual([]);
  }, 300_000);

  /** @returns the token that it prints */
  async function admit(port: number): Promise<string> {
    const redis = new URL(stack.redisUrl).host;
    admitting = spawn(
      process.execPath,
      [
        ...[OPERATOR, 'admit-edge', '--installation', stack.dataDirectory, '--name', 'edge-2'],
        ...['--redis', `redis://${redis}`, '--bind', '127.0.0.1', '--port', String(port)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [printed] = (await once(admitting.stdout!, 'data')) as [Buffer];
    return printed.toString().trim();
  }
});
