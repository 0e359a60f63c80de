import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { caching, response, stopCaching } from '../../test-support/caching-edge.ts';
import { eventually, rounds } from '../../test-support/raw-client.ts';

const FRESH = 'Cache-Control: max-age=600';
const folders: string[] = [];

afterEach(async () => {
  await stopCaching();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the cache, while responses arrive and room runs short,', () => {
  it('asks the origin once for many who want the same', async () => {
    const held: (() => void)[] = [];
    const { get, origin } = await caching((_request, socket) => {
      held.push(() => socket.write(response('shared', FRESH)));
      return null;
    });
    const all = Array.from({ length: 20 }, () => get('/'));
    await eventually(() => origin.requests.length === 1);
    await rounds(50);
    held[0]!();
    expect(new Set((await Promise.all(all)).map(({ body }) => body))).toEqual(new Set(['shared']));
    expect(origin.requests).toHaveLength(1);
  });

  it('lets nobody wait for what it has learnt not to be storable', async () => {
    const { get, origin } = await caching((_request, socket) => {
      const count = origin.requests.length;
      if (count === 1) return response('mine', 'Cache-Control: private');
      // Answered only when all of them are here: a queue would never get there.
      waiting.push(() => socket.write(response('mine', 'Cache-Control: private')));
      if (waiting.length === 5) for (const answer of waiting) answer();
      return null;
    });
    const waiting: (() => void)[] = [];
    await get('/');
    const all = await Promise.all(Array.from({ length: 5 }, () => get('/')));
    expect(all.map(({ body }) => body)).toEqual(Array(5).fill('mine'));
  });

  it('stores a large response on disk while it is relayed, and lets others read along', async () => {
    const half = 'x'.repeat(1_000_000);
    let finish: () => void = () => undefined;
    const { get, origin, edge } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n${FRESH}\r\n\r\n${half}`);
      finish = () => socket.write(half);
      return null;
    });
    const first = get('/large');
    await eventually(() => origin.requests.length === 1);
    const second = get('/large');
    await rounds(50);
    finish();
    for (const { body } of await Promise.all([first, second])) expect(body).toHaveLength(2_000_000);
    expect((await get('/large')).body).toBe(half + half);
    expect((await get('/large', 'Range: bytes=1999990-')).body).toBe('x'.repeat(10));
    expect(origin.requests).toHaveLength(1);
    expect(edge.worker.cache!.bytes.disk).toBeGreaterThan(2_000_000);
    expect(edge.worker.cache!.bytes.memory).toBeLessThan(100_000);
  });

  it('passes on what turns out larger than it keeps, whole and once', async () => {
    const piece = 'y'.repeat(64 * 1024);
    const { get, edge } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${FRESH}\r\n\r\n`);
      for (let n = 0; n < 200; n++) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      socket.write('0\r\n\r\n');
      return null;
    });
    const { text } = await get('/endless');
    expect(text.match(/y/g)).toHaveLength(200 * piece.length);
    expect(edge.worker.cache!.entries).toBe(0);
  });

  it('lets go of a fetch whose client has left, and keeps it if others read along', async () => {
    const { edge, origin, get } = await caching((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n${FRESH}\r\n\r\n${'z'.repeat(100_000)}`);
      setTimeout(() => socket.write('z'.repeat(3_900_000)), 300);
      return null;
    });
    const leaver = connect(edge.port, '127.0.0.1');
    leaver.write('GET /film HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await new Promise((resolve) => leaver.once('data', resolve));
    const stays = get('/film');
    await eventually(() => edge.worker.counters.cacheHits === 1);
    leaver.destroy();
    expect((await stays).body).toHaveLength(4_000_000);
    expect(origin.requests).toHaveLength(1);
  });

  it('lets go of a fetch that nobody waits for any more', async () => {
    let closed = false;
    const { edge, origin } = await caching((_request, socket) => {
      socket.on('close', () => {
        closed = true;
      });
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n${FRESH}\r\n\r\n${'z'.repeat(100_000)}`);
      return null;
    });
    const leaver = connect(edge.port, '127.0.0.1');
    leaver.write('GET /film HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await new Promise((resolve) => leaver.once('data', resolve));
    expect(origin.requests).toHaveLength(1);
    leaver.destroy();
    await eventually(() => closed);
    expect(edge.worker.cache!.slot('site-1\nhttp://shop.example/film')).toBeUndefined();
  });

  it('gives one site no more than its share', async () => {
    const { get, edge } = await caching(() => response('b'.repeat(100_000), FRESH), undefined, {
      cache: { memoryBytes: 2_000_000, diskBytes: 0, objectBytes: 200_000, folder: null, siteShare: 0.5 },
    });
    for (let n = 0; n < 15; n++) await get(`/${n}`);
    expect(edge.worker.cache!.bytes.memory).toBeLessThanOrEqual(1_100_000);
    expect(edge.worker.cache!.entries).toBe(10);
    expect((await get('/14')).headers['cache-status']).toContain('hit');
  });

  it('passes on, unstored, what finds no room on disk while it arrives', async () => {
    const body = 'd'.repeat(1_500_000);
    const narrow = mkdtempSync(path.join(tmpdir(), 'palisade-narrow-'));
    folders.push(narrow);
    const { get, edge } = await caching(() => response(body, FRESH), undefined, {
      cache: {
        memoryBytes: 2_000_000,
        diskBytes: 4_000_000,
        objectBytes: 3_000_000,
        folder: path.join(narrow, 'cache'),
        siteShare: 1,
      },
    });
    expect((await get('/')).body).toBe(body);
    expect(edge.worker.cache!.entries).toBe(0);
  });

  it('keeps within its bounds, over all and per site', async () => {
    const body = 'b'.repeat(100_000);
    const { get, edge } = await caching(() => response(body, FRESH));
    const cache = edge.worker.cache!;
    for (let n = 0; n < 120; n++) await get(`/${n}`);
    expect(cache.bytes.memory).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(cache.entries).toBeLessThan(100);
    expect(cache.entries).toBeGreaterThan(50);
  });
});
