import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@palisade/testing';
import { type ChildServer, startChild } from './child-server.ts';

export interface NameServer {
  /** host:port */
  address: string;
  /** A zone that takes dynamic updates signed with `key`. */
  zone: string;
  key: { name: string; secret: string };
  /** Replaces the records of the zone `test.`, in the form of zone files. */
  setRecords(records: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const ZONE = 'acme.palisade.test';
const KEY_NAME = 'palisade-acme';

/** Debian's BIND on loopback: a zone of fixed records, and one that is changed by updates (RFC 2136). */
export async function startNameServer(): Promise<NameServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-named-'));
  const port = await freePort();
  const secret = randomBytes(32).toString('base64');
  let serial = 0;
  const zoneFile = (records: readonly string[]): string => {
    serial++;
    return [
      '$TTL 1',
      `@ SOA ns.test. nobody.test. ${serial} 60 60 600 1`,
      '@ NS ns.test.',
      ...records,
      '',
    ].join('\n');
  };
  writeFileSync(path.join(folder, 'test.zone'), zoneFile(['ns.test. A 127.0.0.1']));
  writeFileSync(path.join(folder, 'acme.zone'), zoneFile([]));
  writeFileSync(
    path.join(folder, 'named.conf'),
    `options {
       directory "${folder}"; pid-file none; session-keyfile none; managed-keys-directory "${folder}";
       listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
       dnssec-validation no; notify no; recursion yes; allow-recursion { 127.0.0.1; }; empty-zones-enable no;
     };
     controls {};
     key "${KEY_NAME}" { algorithm hmac-sha256; secret "${secret}"; };
     zone "test" { type primary; file "test.zone"; };
     zone "${ZONE}" { type primary; file "acme.zone"; allow-update { key "${KEY_NAME}"; }; };\n`,
  );
  const server: ChildServer = startChild(
    '/usr/sbin/named',
    ['-g', '-c', path.join(folder, 'named.conf')],
    {},
  );
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  const version = async () => (await resolver.resolveSoa('test')).serial;
  try {
    // It loads each zone by itself, and answers SERVFAIL until then.
    await eventually('BIND answering', () => Promise.all([version(), resolver.resolveSoa(ZONE)]));
  } catch (error) {
    await server.stop();
    throw new Error(`BIND did not start:\n${server.output()}`, { cause: error });
  }
  return {
    address: `127.0.0.1:${port}`,
    zone: ZONE,
    key: { name: KEY_NAME, secret },
    setRecords: async (records) => {
      writeFileSync(path.join(folder, 'test.zone'), zoneFile(['ns.test. A 127.0.0.1', ...records]));
      server.child.kill('SIGHUP');
      await eventually('the new records', async () => {
        if ((await version()) !== serial) throw new Error('BIND has the former records');
      });
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
