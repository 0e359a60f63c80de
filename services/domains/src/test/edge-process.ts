import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { builtProgram, compiledCode, eventually } from '@palisade/testing';
import { startChild } from './child-server.ts';

export interface EdgePorts {
  http: number;
  https: number;
  admin: number;
}

export interface EdgeOptions {
  ports: EdgePorts;
  redisUrl: string;
  configKeys: Readonly<Record<string, string>>;
  sealKey: string;
  /** `PALISADE_EDGE_NODE_ID`. */
  node?: string;
  /** Further settings, or others. */
  environment?: Readonly<Record<string, string>>;
}

/** An edge node as in production, from the built code. */
export async function startEdgeProcess(options: EdgeOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-edge-'));
  const { ports } = options;
  const server = startChild(process.execPath, [builtProgram('waf-proxy')], {
    PATH: process.env.PATH,
    ...compiledCode(),
    PALISADE_EDGE_BIND: '127.0.0.1',
    PALISADE_EDGE_HTTP_PORT: String(ports.http),
    PALISADE_EDGE_HTTPS_PORT: String(ports.https),
    PALISADE_EDGE_ADMIN_PORT: String(ports.admin),
    PALISADE_EDGE_WORKERS: '2',
    PALISADE_EDGE_DATA_DIR: folder,
    PALISADE_EDGE_NODE_ID: options.node ?? 'certificates',
    PALISADE_EDGE_REDIS_URL: options.redisUrl,
    PALISADE_EDGE_CONFIG_KEYS: JSON.stringify(options.configKeys),
    PALISADE_EDGE_SEAL_KEY: options.sealKey,
    PALISADE_EDGE_DRAIN_MS: '1000',
    ...options.environment,
  });
  try {
    await eventually(
      'the edge being ready',
      async () => {
        const { status } = await fetch(`http://127.0.0.1:${ports.admin}/readyz`);
        if (status !== 200) throw new Error(`the edge answers ${status}`);
      },
      60_000,
    );
  } catch (error) {
    await server.stop();
    throw new Error(`the edge did not start:\n${server.output()}`, { cause: error });
  }
  return {
    output: server.output,
    /** kill -9. Its workers end when they see it gone. */
    kill: () => server.child.kill('SIGKILL'),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Handshake {
  serial: string;
  /** SPKI, base64. */
  publicKey: string;
  fingerprint: string;
  protocol: string;
}

/** The certificate that a visitor gets for a name. Rejects unless it is valid for the name, up to this root. */
export function handshake(port: number, servername: string, ca: string): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername, ca }, () => {
      const certificate = socket.getPeerX509Certificate()!;
      resolve({
        serial: certificate.serialNumber,
        publicKey: certificate.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
        fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        protocol: socket.getProtocol() ?? '',
      });
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
