// The OpenTelemetry Collector as a target, built from its own modules: what arrives is counted.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goProgram } from '@palisade/local-servers';
import { AllowedAddresses } from '@palisade/nest-kit';
import { eventually, freePort } from '@palisade/testing';
import { SENDERS } from './senders.ts';
import type { StreamRecord } from './stream-target.types.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const BATCHES = 4;
const RECORDS = 5_000;
const context = {
  allowed: new AllowedAddresses(['127.0.0.0/8']),
  timeoutMs: 15_000,
  secrets: [],
  nowMs: NOON + 60_000,
};
const SEVERITIES = ['SAFE', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
const streamRecord = (at: number): StreamRecord => ({
  requestId: `r${at}`,
  siteName: 'shop.example',
  receivedAtMs: NOON + at,
  severity: SEVERITIES[at % SEVERITIES.length]!,
  action: 'allow',
  // Text that JSON escapes, and half a character that no text may have.
  json: JSON.stringify({ request_id: `r${at}`, request_uri: `/ä"\u0000\ud800?${'x'.repeat(at % 900)}` }),
});

/** A record as the collector's file has it. */
interface Arrived {
  timeUnixNano: string;
  severityNumber: number;
  severityText: string;
  body: { stringValue: string };
  attributes: { key: string; value: { stringValue: string } }[];
}
interface Line {
  resourceLogs: { scopeLogs: { logRecords: Arrived[] }[] }[];
}

const collector = await goProgram('otel-collector');
const withCollector = (title: string, tests: () => void) =>
  'program' in collector
    ? describe(title, tests)
    : describe.skip(`${title} [skipped: ${collector.missing.split('\n')[0]}]`, tests);

withCollector('the OpenTelemetry Collector', () => {
  let folder: string;
  let server: ChildProcess;
  let url: string;
  let file: string;

  beforeAll(async () => {
    if (!('program' in collector)) return;
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-collector-'));
    file = path.join(folder, 'received.json');
    const port = await freePort();
    url = `http://127.0.0.1:${port}/v1/logs`;
    const settings = path.join(folder, 'settings.yaml');
    writeFileSync(
      settings,
      `receivers:
  otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } }
exporters:
  file: { path: "${file}", flush_interval: 100ms }
service:
  telemetry: { metrics: { level: none }, logs: { level: error } }
  pipelines:
    logs: { receivers: [otlp], exporters: [file] }
`,
    );
    server = spawn(collector.program, [`--config=file:${settings}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually('the collector listening', async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    });
  });
  afterAll(async () => {
    if (server.exitCode === null) {
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const arrived = (): Arrived[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line) as Line)
          .flatMap(({ resourceLogs }) => resourceLogs)
          .flatMap(({ scopeLogs }) => scopeLogs)
          .flatMap(({ logRecords }) => logRecords)
      : [];

  it('has each record once, as it was sent', async () => {
    const sent = Array.from({ length: BATCHES * RECORDS }, (_, at) => streamRecord(at));
    for (let from = 0; from < sent.length; from += RECORDS)
      await SENDERS.otlp(
        { url },
        { name: `stream-${from}`, records: sent.slice(from, from + RECORDS) },
        context,
      );
    const records = await eventually('every record', async () => {
      const received = arrived();
      expect(received.length).toBeGreaterThanOrEqual(sent.length);
      return received;
    });
    expect(records).toHaveLength(sent.length);
    expect(records.map(({ body }) => body.stringValue)).toEqual(sent.map(({ json }) => json));
    expect(records.map(({ severityText }) => severityText)).toEqual(sent.map(({ severity }) => severity));
    expect(records[7]).toMatchObject({
      timeUnixNano: `${NOON + 7}000000`,
      severityNumber: 21,
      attributes: [
        { key: 'log.record.uid', value: { stringValue: 'r7' } },
        { key: 'url.domain', value: { stringValue: 'shop.example' } },
        { key: 'event.action', value: { stringValue: 'allow' } },
      ],
    });
  });

  it('says no to what is no address of its logs, which is told', async () => {
    const wrong = SENDERS.otlp(
      { url: url.replace('/v1/logs', '/v1/other') },
      { name: 'wrong', records: [streamRecord(1)] },
      context,
    );
    await expect(wrong).rejects.toMatchObject({ code: 'refused', details: { status: 404 } });
  });
});
