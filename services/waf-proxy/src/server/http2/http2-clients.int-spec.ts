import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { generate } from 'selfsigned';
import { openBrowser } from '../../test-support/browser.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually } from '../../test-support/raw-client.ts';

const HOST = 'shop.example';
const PICTURES = 40;
const FILE = randomBytes(1_500_000);
const run = promisify(execFile);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let origin: Server;
let edge: EdgeHarness;
let browser: Browser | undefined;

beforeAll(async () => {
  origin = createServer((request, response) => {
    if (request.url === '/file') {
      response.end(FILE);
    } else if (request.url === '/') {
      response.setHeader('Content-Type', 'text/html');
      const pictures = Array.from({ length: PICTURES }, (_, n) => `<img src="/picture-${n}.svg">`).join('');
      response.end(`<!doctype html><title>Shop</title><link rel=icon href=data:,>${pictures}`);
    } else if (request.url?.endsWith('.svg')) {
      response.setHeader('Content-Type', 'image/svg+xml');
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>');
    } else {
      const digest = createHash('sha256');
      request.on('data', (chunk: Buffer) => digest.update(chunk));
      request.on('end', () => response.end(digest.digest('hex')));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => origin.once('listening', resolve));
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  edge = await startEdge((origin.address() as AddressInfo).port, {
    selfSigned: { cert: pems.cert, key: pems.private },
  });
});

afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  origin?.closeAllConnections();
  origin?.close();
});

describe('HTTP/2 with clients as people have them', () => {
  it('loads a page with many pictures in Chromium, and takes what its scripts send', async () => {
    browser = await openBrowser({ [HOST]: '127.0.0.1' });
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(`https://${HOST}:${edge.httpsPort}/`, { waitUntil: 'load' });
    const loaded = await page.evaluate<{ widths: number[]; protocols: string[] }>(`({
      widths: [...document.images].map((image) => image.naturalWidth),
      protocols: performance.getEntriesByType('resource').map((entry) => entry.nextHopProtocol),
    })`);
    expect(loaded.widths).toEqual(new Array(PICTURES).fill(7));
    expect(new Set(loaded.protocols)).toEqual(new Set(['h2']));
    const digests = await page.evaluate(
      async (sizes) => {
        const hex = (bytes: ArrayBuffer) =>
          [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        return Promise.all(
          sizes.map(async (size) => {
            const body = new Uint8Array(size).map((_, index) => (index * 7) % 251);
            const answer = await fetch('/up', { method: 'POST', body });
            return [await answer.text(), hex(await crypto.subtle.digest('SHA-256', body))];
          }),
        );
      },
      [0, 1, 70_000, 400_000],
    );
    for (const [there, here] of digests) expect(there).toBe(here);
    const down = await page.evaluate(async () => {
      const bytes = new Uint8Array(await (await fetch('/file')).arrayBuffer());
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    });
    expect(down).toBe(sha256(FILE));
    await context.close();
  });

  it('loses nothing that a client asks before it has heard that the worker drains', async () => {
    const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
    const draining = await startEdge((origin.address() as AddressInfo).port, {
      selfSigned: { cert: pems.cert, key: pems.private },
    });
    const session = connect(`https://127.0.0.1:${draining.httpsPort}`, {
      servername: HOST,
      rejectUnauthorized: false,
    });
    let heard = false;
    session.on('goaway', () => {
      heard = true;
    });
    const answers: Promise<'answered' | 'not sent'>[] = [];
    let drained: Promise<void> | null = null;
    while (!heard) {
      const stream = session.request({ ':authority': HOST, ':path': '/' });
      stream.resume();
      answers.push(
        once(stream, 'response').then(
          () => 'answered',
          (error: Error) => {
            // Requests that the client had not sent yet: it refuses them itself, and may retry elsewhere.
            if (error.message.includes('REFUSED_STREAM')) return 'not sent';
            throw error;
          },
        ),
      );
      // Fewer at a time than a connection may have.
      if (answers.length % 20 === 0) await Promise.all(answers);
      if (answers.length === 60) drained = draining.worker.drain(60_000, false);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answered = (await Promise.all(answers)).filter((answer) => answer === 'answered').length;
    expect(answered).toBeGreaterThanOrEqual(60);
    await eventually(() => draining.records.length >= answered);
    expect(draining.records.map(({ status, clientLeft }) => [status, clientLeft])).toEqual(
      new Array(answered).fill([200, false]),
    );
    await drained;
  });

  it('speaks with curl', async () => {
    const curl = async (...options: string[]) => {
      const { stdout } = await run(
        'curl',
        [
          '--silent',
          '--insecure',
          '--http2',
          '--max-time',
          '60',
          '--connect-to',
          `${HOST}:443:127.0.0.1:${edge.httpsPort}`,
          ...options,
        ],
        { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 },
      );
      return stdout;
    };
    expect(sha256(await curl(`https://${HOST}/file`))).toBe(sha256(FILE));
    const body = 'a body '.repeat(10_000);
    expect(String(await curl('--data-binary', body, `https://${HOST}/up`))).toBe(sha256(Buffer.from(body)));
    const head = String(await curl('--head', `https://${HOST}/`));
    expect(head).toMatch(/^HTTP\/2 200 \r\n/);
    expect(head).toMatch(/\r\nx-request-id: /);
  });
});
