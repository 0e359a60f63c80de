import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@palisade/testing';
import { TestAuthority } from './certificate-authority.ts';
import { startChild } from './child-server.ts';

export interface Pebble {
  directory: string;
  /** Its own HTTPS certificate is to be trusted by this. */
  ca: string;
  /** Root of its certificate chains. */
  rootPem(): Promise<string>;
  status(serial: string): Promise<'Valid' | 'Revoked'>;
  output(): string;
  stop(): Promise<void>;
}

export interface PebbleOptions {
  /** Where it looks for answers to http-01. */
  httpPort: number;
  /** host:port */
  nameServer: string;
  /** It refuses these names. */
  refusedNames?: readonly string[];
}

/** Debian's pebble: the ACME server that Let's Encrypt tests clients with. Refuses some nonces, as real ones do. */
export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-pebble-'));
  const [port, managementPort, authority] = [
    await freePort(),
    await freePort(),
    await TestAuthority.create(),
  ];
  const { certPem, keyPem } = await authority.issue({ names: ['localhost'] });
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const config = file(
    'pebble.json',
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: file('cert.pem', certPem + authority.intermediatePem),
        privateKey: file('key.pem', keyPem),
        httpPort: options.httpPort,
        tlsPort: 1,
        domainBlocklist: options.refusedNames ?? [],
      },
    }),
  );
  const server = startChild('pebble', ['-config', config, '-dnsserver', options.nameServer, '-strict'], {
    PATH: process.env.PATH,
    PEBBLE_VA_NOSLEEP: '1',
    // Each order validates its names again.
    PEBBLE_AUTHZREUSE: '0',
  });
  const agent = new Agent({ ca: authority.rootPem });
  const read = (url: string) => readText(url, agent);
  const directory = `https://localhost:${port}/dir`;
  try {
    await eventually('pebble answering', () => read(directory));
  } catch (error) {
    await server.stop();
    throw new Error(`pebble did not start:\n${server.output()}`, { cause: error });
  }
  return {
    directory,
    ca: authority.rootPem,
    rootPem: () => read(`https://localhost:${managementPort}/roots/0`),
    status: async (serial) => {
      const url = `https://localhost:${managementPort}/cert-status-by-serial/${serial.toLowerCase()}`;
      return (JSON.parse(await read(url)) as { Status: 'Valid' | 'Revoked' }).Status;
    },
    output: server.output,
    stop: async () => {
      agent.destroy();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readText(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answers ${response.statusCode}: ${text}`));
      });
    }).on('error', reject);
  });
}
