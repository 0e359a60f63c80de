import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type ClamdServer, startClamd, TEST_SIGNATURE, TEST_VIRUS } from '../../test-support/clamd-server.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { MALWARE } from './upload-scan-phase.ts';

const MIB = 1024 * 1024;
const { OPEN, CLOSED } = edgeV1.FailurePolicy;

describe('uploads under scan', () => {
  let clamd: ClamdServer;
  let origin: RecordingOrigin;
  let edge: EdgeHarness;
  let folder: string;
  beforeAll(async () => {
    clamd = await startClamd(4 * MIB);
    origin = await startRecordingOrigin();
  });
  afterAll(async () => {
    await origin?.close();
    await clamd?.stop();
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-uploads-'));
    origin.requests.length = 0;
  });
  afterEach(async () => {
    await edge.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(
    scan: { onScannerFailure?: edgeV1.FailurePolicy; overLimit?: edgeV1.UploadOverLimit } = {},
    change: (config: edgeV1.SiteConfig) => void = () => undefined,
    options: { address?: string; spoolBytes?: number; timeoutMs?: number } = {},
  ): Promise<void> {
    edge = await startEdge(
      origin.port,
      {
        uploadScan: {
          clamd: {
            address: options.address ?? clamd.address,
            maxBytes: clamd.maxBytes,
            timeoutMs: options.timeoutMs ?? 20_000,
          },
          spoolBytes: options.spoolBytes ?? 64 * MIB,
          folder,
        },
      },
      (config) => {
        config.policy!.managedRules = false;
        config.policy!.uploadScan = create(edgeV1.UploadScanSchema, {
          onScannerFailure: scan.onScannerFailure ?? CLOSED,
          overLimit: scan.overLimit ?? edgeV1.UploadOverLimit.REFUSE,
        });
        change(config);
      },
    );
  }

  const post = (body: string, type = 'application/octet-stream', chunked = false) => {
    const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    const head = `POST /up HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`;
    const framed = chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
    return sendRaw(edge.port, Buffer.from(head + framed, 'latin1'), 20_000);
  };
  const form = (...files: string[]) =>
    [
      ...files.map(
        (file, n) =>
          `--b\r\nContent-Disposition: form-data; name="f${n}"; filename="${n}.bin"\r\n\r\n${file}\r\n`,
      ),
      '--b--\r\n',
    ].join('');
  const MULTIPART = 'multipart/form-data; boundary=b';
  const latest = async () => {
    await eventually(() => edge.records.length > 0);
    return edge.records.at(-1)!;
  };
  const leftovers = () => readdirSync(folder);

  it.each([
    ['whole bodies', 'application/octet-stream', (text: string) => text],
    ['files of forms', MULTIPART, (text: string) => form('harmless', text)],
    ['forms that cannot be read as such', MULTIPART, (text: string) => `no parts here ${text}`],
    ['binary bodies that call themselves data', 'application/json', (text: string) => `\0${text}`],
  ])('%s: what is infected never reaches the origin', async (_name, type, wrap) => {
    await start();
    const answer = await post(wrap(`before ${TEST_VIRUS} after`), type);
    expect(answer.status).toBe(403);
    expect(origin.requests).toHaveLength(0);
    const record = await latest();
    expect([record.reason, MALWARE.read(record)]).toEqual(['malware', TEST_SIGNATURE]);
  });

  it.each([false, true])(
    'clean ones arrive byte for byte, small in memory and large by way of the disk (chunked: %s)',
    async (chunked) => {
      await start();
      for (const bytes of [1_000, 3 * MIB]) {
        const body = form('x'.repeat(bytes), 'second');
        expect((await post(body, MULTIPART, chunked)).status).toBe(200);
        expect(origin.requests.at(-1)!.body.toString('latin1')).toBe(body);
      }
      await eventually(() => leftovers().length === 0);
      await eventually(() => edge.worker.edge.uploads!.spool.usedBytes === 0);
    },
  );

  it('finds what lies far into a large file', async () => {
    await start();
    const answer = await post(form('x'.repeat(3 * MIB) + TEST_VIRUS), MULTIPART);
    expect(answer.status).toBe(403);
    expect(origin.requests).toHaveLength(0);
    await eventually(() => leftovers().length === 0);
  });

  it('does not ask the scanner about forms and data', async () => {
    await start({ onScannerFailure: CLOSED }, undefined, { address: '/nowhere.sock' });
    expect((await post('{"a":1}', 'application/json')).status).toBe(200);
    expect((await post('a=1', 'application/x-www-form-urlencoded')).status).toBe(200);
    expect((await post('a file')).status).toBe(503);
  });

  it('beyond the scanner: refused, or passed and logged as not scanned', async () => {
    const large = 'x'.repeat(5 * MIB);
    await start();
    expect((await post(large)).status).toBe(413);
    expect((await post(form(large), MULTIPART)).status).toBe(413);
    expect(origin.requests).toHaveLength(0);
    await edge.stop();
    await start({ overLimit: edgeV1.UploadOverLimit.PASS });
    for (const [body, type] of [
      [large, 'application/octet-stream'] as const,
      [form(large), MULTIPART] as const,
    ]) {
      expect((await post(body, type)).status).toBe(200);
      expect(origin.requests.at(-1)!.body.toString('latin1')).toBe(body);
    }
    expect(await latest()).toMatchObject({ reason: 'upload_not_scanned' });
  });

  it('without a scanner the owner decides', async () => {
    await start({ onScannerFailure: CLOSED }, undefined, { address: '/nowhere.sock' });
    expect((await post('a file')).status).toBe(503);
    await edge.stop();
    await start({ onScannerFailure: OPEN }, undefined, { address: '/nowhere.sock' });
    expect((await post('a file')).status).toBe(200);
    expect(await latest()).toMatchObject({ reason: 'upload_not_scanned' });
  });

  it('a scanner that says nothing is given up in time', async () => {
    const silent: Server = createServer((socket) => socket.resume());
    const socketPath = path.join(folder, '..', `${path.basename(folder)}.sock`);
    await new Promise<void>((resolve) => silent.listen(socketPath, resolve));
    await start({ onScannerFailure: CLOSED }, undefined, { address: socketPath, timeoutMs: 500 });
    expect((await post('a file')).status).toBe(503);
    await new Promise((resolve) => silent.close(resolve));
  });

  it('a full disk counts as a scanner that failed; nothing of the upload is lost where it passes', async () => {
    const body = form('x'.repeat(2 * MIB));
    await start({ onScannerFailure: CLOSED }, undefined, { spoolBytes: MIB });
    expect((await post(body, MULTIPART)).status).toBe(503);
    await edge.stop();
    await start({ onScannerFailure: OPEN }, undefined, { spoolBytes: MIB });
    expect((await post(body, MULTIPART)).status).toBe(200);
    expect(origin.requests.at(-1)!.body.toString('latin1')).toBe(body);
    await eventually(() => edge.worker.edge.uploads!.spool.usedBytes === 0);
  });

  it('in log-only mode the finding is a remark', async () => {
    await start({}, (config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    expect((await post(TEST_VIRUS)).status).toBe(200);
    const record = await latest();
    expect([record.reason, MALWARE.read(record)]).toEqual(['malware', TEST_SIGNATURE]);
  });

  it('frees the disk when the client leaves', async () => {
    await start();
    const socket = connect(edge.port, '127.0.0.1');
    socket.write(
      `POST /up HTTP/1.1\r\nHost: shop.example\r\nContent-Type: image/png\r\nContent-Length: ${3 * MIB}\r\n\r\n${'x'.repeat(MIB)}`,
    );
    const { spool } = edge.worker.edge.uploads!;
    await eventually(() => spool.usedBytes > 0);
    socket.destroy();
    await eventually(() => spool.usedBytes === 0 && leftovers().length === 0);
    expect(origin.requests).toHaveLength(0);
  });
});
