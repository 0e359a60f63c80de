import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { freePort } from '@palisade/testing';
import { startEdge } from '../../src/test-support/edge-harness.ts';

const CACHE = { memoryBytes: 64 << 20, diskBytes: 256 << 20, objectBytes: 16 << 20, siteShare: 1 };
const LIMIT_MS = 10 * 60_000;

/** Runs the suite's own server and client with our edge between them; what the client prints. */
export async function runSuite(
  directory: string,
  only: string,
  staleIfErrorSeconds: number,
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cache-tests-'));
  const originPort = await freePort();
  const origin = start(directory, 'test-engine/server/server.mjs', {
    npm_config_protocol: 'http',
    npm_config_port: String(originPort),
    npm_config_pidfile: path.join(folder, 'pid'),
  });
  await once(origin.stdout!, 'data');
  const edge = await startEdge(
    originPort,
    {
      cache: { ...CACHE, folder: path.join(folder, 'bodies') },
      ruleSet: null,
      originAddresses: { allow: ['127.0.0.0/8', '::1'], refusedPorts: '' },
    },
    (config) => {
      config.hosts = ['127.0.0.1'];
      config.policy!.caching = true;
      config.policy!.cache = create(edgeV1.CacheSettingsSchema, { staleIfErrorSeconds });
    },
  );
  try {
    const client = start(directory, 'test-engine/cli.mjs', {
      npm_config_base: `http://127.0.0.1:${edge.port}`,
      npm_config_id: only,
      npm_package_config_id: '',
    });
    return await outputOf(client);
  } finally {
    origin.kill();
    await edge.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(directory: string, script: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', script], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
}

async function outputOf(child: ChildProcess): Promise<string> {
  const limit = setTimeout(() => child.kill(), LIMIT_MS);
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  clearTimeout(limit);
  return output;
}
