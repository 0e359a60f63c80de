import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type EdgeKeys, generateEdgeKeys } from '@palisade/edge-state';
import { builtProgram, compiledCode, freePort } from '@palisade/testing';

export interface EdgeNodeOptions {
  dataDir: string;
  keys: EdgeKeys;
  nodeId?: string;
  redisUrl?: string;
  busUrl?: string;
  /** What it signs its events with; keys that nobody knows where no test reads them. */
  events?: Readonly<Record<string, string>>;
  workers?: number;
  /** Those of a node before it; free ones unless told. */
  ports?: Pick<EdgeNode, 'port' | 'httpsPort' | 'adminPort'>;
  /** Where a test looks at them: compiling them is half of what a process does to start. */
  managedRules?: boolean;
  environment?: Record<string, string>;
}

export interface EdgeNode {
  port: number;
  httpsPort: number;
  adminPort: number;
  log: () => string;
  health(): Promise<EdgeHealth>;
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  terminate(): Promise<number | null>;
  /** kill -9 of the supervisor. */
  kill(): Promise<void>;
}

export interface EdgeHealth {
  sites: number;
  refusedConfigs: number;
  spool: { segments: number; bytes: number; publishedRecords: number; repeats: number };
  workers: {
    pid: number;
    listening: boolean;
    restarts: number;
    sites: number;
    stalls: number;
    stallReason: string | null;
  }[];
}

async function freePorts() {
  return { port: await freePort(), httpsPort: await freePort(), adminPort: await freePort() };
}

/** The edge as it is started in production, as processes, from the built code. */
export async function startEdgeNode(options: EdgeNodeOptions): Promise<EdgeNode> {
  const { port, httpsPort, adminPort } = options.ports ?? (await freePorts());
  const { signing, sealing } = options.keys;
  const child: ChildProcess = spawn(process.execPath, [builtProgram('waf-proxy')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      ...compiledCode(),
      PALISADE_EDGE_BIND: '127.0.0.1',
      PALISADE_EDGE_HTTP_PORT: String(port),
      PALISADE_EDGE_HTTPS_PORT: String(httpsPort),
      PALISADE_EDGE_ADMIN_PORT: String(adminPort),
      PALISADE_EDGE_WORKERS: String(options.workers ?? 1),
      PALISADE_EDGE_MANAGED_RULES: String(options.managedRules ?? false),
      PALISADE_EDGE_DATA_DIR: options.dataDir,
      PALISADE_EDGE_NODE_ID: options.nodeId ?? 'node-1',
      PALISADE_EDGE_REDIS_URL: options.redisUrl ?? '',
      PALISADE_BUS_REDIS_URL: options.busUrl ?? '',
      ...(options.events ?? { PALISADE_EVENT_SIGNING_KEY: generateEdgeKeys().signing.privateKey }),
      PALISADE_EDGE_CONFIG_KEYS: JSON.stringify({ [signing.keyId]: signing.publicKey }),
      PALISADE_EDGE_SEAL_KEY: sealing.privateKey,
      PALISADE_EDGE_ORIGIN_ALLOW: '127.0.0.0/8',
      PALISADE_EDGE_TRUSTED_PROXIES: '127.0.0.1',
      PALISADE_EDGE_DRAIN_MS: '2000',
      PALISADE_EDGE_DRAIN_DELAY_MS: '0',
      PALISADE_EDGE_ORPHAN_MS: '0',
      // A machine that runs other tests beside this one makes every process late.
      PALISADE_EDGE_SHED_ABOVE_MS: '60000',
      ...options.environment,
    },
  });
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${adminPort}/health`);
    return (await response.json()) as EdgeHealth;
  };
  return {
    port,
    httpsPort,
    adminPort,
    log: () => output,
    health,
    ready: async () => {
      for (let attempt = 0; attempt < 1_200; attempt++) {
        const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`).catch(() => null);
        if (response?.status === 200) return;
        if (child.exitCode !== null) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the edge is not ready:\n${output}`);
    },
    signal: (name) => void child.kill(name),
    terminate: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
