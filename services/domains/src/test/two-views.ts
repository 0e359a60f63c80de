import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@palisade/testing';
import { startChild } from './child-server.ts';

const ZONE = 'palisade.test';

/** Source address of a client in Europe; all others are elsewhere. */
export const EUROPEAN = '127.0.0.2';
export const ELSEWHERE = '127.0.0.1';

export interface TwoViews {
  /** host:port */
  readonly address: string;
  readonly zone: string;
  readonly name: string;
  /** Base64, of the keys `edge-europe` and `edge-elsewhere`. */
  readonly keys: Readonly<Record<'europe' | 'elsewhere', string>>;
  /** The resolver for a client there. */
  asked(from: string): Resolver;
  stop(): Promise<void>;
}

/** Debian's BIND with a zone in two views; each key reaches the addresses of one name in one of them. */
export async function startTwoViews(): Promise<TwoViews> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-views-'));
  const port = await freePort();
  const name = `edge.${ZONE}`;
  const keys = {
    europe: randomBytes(32).toString('base64'),
    elsewhere: randomBytes(32).toString('base64'),
  };
  for (const view of Object.keys(keys)) {
    const zone = [
      '$TTL 1',
      `@ SOA ns.${ZONE}. nobody.${ZONE}. 1 60 60 600 1`,
      `@ NS ns.${ZONE}.`,
      'ns A 127.0.0.1',
    ];
    writeFileSync(path.join(folder, `${view}.zone`), `${zone.join('\n')}\n`);
  }
  const view = (of: string, clients: string) => `
    view "${of}" {
      match-clients { ${clients} };
      zone "${ZONE}" {
        type primary; file "${of}.zone";
        update-policy { grant edge-${of} name ${name}. A AAAA; };
      };
    };`;
  const config = `
    options {
      directory "${folder}"; pid-file none; session-keyfile none; managed-keys-directory "${folder}";
      listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
      dnssec-validation no; notify no; recursion no; empty-zones-enable no;
    };
    controls {};
    ${Object.entries(keys)
      .map(([of, secret]) => `key "edge-${of}" { algorithm hmac-sha256; secret "${secret}"; };`)
      .join('\n')}
    ${view('europe', `key edge-europe; !key edge-elsewhere; ${EUROPEAN};`)}
    ${view('elsewhere', 'key edge-elsewhere; any;')}\n`;
  writeFileSync(path.join(folder, 'named.conf'), config);
  const named = startChild('/usr/sbin/named', ['-g', '-c', path.join(folder, 'named.conf')], {});
  const asked = (from: string) => {
    const resolver = new Resolver({ timeout: 1_000, tries: 3 });
    resolver.setServers([`127.0.0.1:${port}`]);
    resolver.setLocalAddress(from);
    return resolver;
  };
  const stop = async () => {
    await named.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    await eventually('BIND answering', () =>
      Promise.all([ELSEWHERE, EUROPEAN].map((from) => asked(from).resolveSoa(ZONE))),
    );
  } catch (error) {
    await stop();
    throw new Error(`BIND did not start:\n${named.output()}`, { cause: error });
  }
  return { address: `127.0.0.1:${port}`, zone: ZONE, name, keys, asked, stop };
}
