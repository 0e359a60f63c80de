// Debian's rsyslog as a target: counts what arrives over TLS, including the last message.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AllowedAddresses } from '@palisade/nest-kit';
import { eventually, freePort } from '@palisade/testing';
import { generate } from 'selfsigned';
import { SENDERS } from './senders.ts';
import type { StreamRecord } from './stream-target.types.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const BATCHES = 4;
const RECORDS = 5_000;
const context = {
  allowed: new AllowedAddresses(['127.0.0.0/8']),
  timeoutMs: 15_000,
  secrets: [],
  nowMs: Date.now(),
};
const streamRecord = (at: number): StreamRecord => ({
  requestId: `r${at}`,
  siteName: 'shop.example',
  receivedAtMs: NOON + at,
  severity: 'SAFE',
  action: 'allow',
  json: JSON.stringify({ request_id: `r${at}`, request_uri: `/ä?${'x'.repeat(at % 900)}` }),
});

describe('rsyslog', () => {
  let folder: string;
  let rsyslog: ChildProcess;
  let target: { host: string; port: string; ca: string };
  let log: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-rsyslog-'));
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const port = await freePort();
    target = { host: '127.0.0.1', port: String(port), ca: cert };
    log = path.join(folder, 'received.log');
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const settings = file(
      'rsyslog.conf',
      `global(
  workDirectory="${folder}" maxMessageSize="64k" DefaultNetstreamDriver="ossl"
  DefaultNetstreamDriverCAFile="${file('ca.pem', cert)}"
  DefaultNetstreamDriverCertFile="${file('cert.pem', cert)}" DefaultNetstreamDriverKeyFile="${file('key.pem', key)}"
)
module(load="imtcp" StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="parsed" type="string" string="%syslogseverity% %timereported:::date-rfc3339% %hostname% %app-name% %msgid% %msg%\\n")
action(type="omfile" file="${log}" template="parsed")
`,
    );
    rsyslog = spawn('/usr/sbin/rsyslogd', ['-n', '-f', settings, '-i', path.join(folder, 'pid')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually('rsyslog listening', async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    });
  });
  afterAll(async () => {
    const exit = once(rsyslog, 'exit');
    rsyslog.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });

  it('has each record once, as it was sent, by the time that a batch is told to be sent', async () => {
    const sent = Array.from({ length: BATCHES * RECORDS }, (_, at) => streamRecord(at));
    for (let from = 0; from < sent.length; from += RECORDS)
      await SENDERS.syslog(
        target,
        { name: `stream-${from}`, records: sent.slice(from, from + RECORDS) },
        context,
      );
    // rsyslog writes its file a little later.
    const lines = await eventually('every line', async () => {
      const received = readFileSync(log, 'utf8').trimEnd().split('\n');
      expect(received.length).toBeGreaterThanOrEqual(sent.length);
      return received;
    });
    expect(lines).toHaveLength(sent.length);
    expect(lines.map((line) => line.slice(line.indexOf('{')))).toEqual(sent.map(({ json }) => json));
    expect(lines[7]).toBe(`6 2026-11-26T12:00:00.007Z shop.example palisade request ${sent[7]?.json ?? ''}`);
  });
});
