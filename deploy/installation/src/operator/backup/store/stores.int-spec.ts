import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type BackupStore, readWhole } from './backup-store.ts';
import { openStore, openStoreOf } from './open-store.ts';
import { S3Store } from './s3-store.ts';
import { startSmallS3 } from './test-support/small-s3.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-stores-'));
const s3 = await startSmallS3('backups');
const environment: NodeJS.ProcessEnv = {
  AWS_ENDPOINT_URL_S3: s3.url,
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_REGION: 'eu-central-1',
};
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const text = (content: string): Readable => Readable.from([Buffer.from(content)]);
const failing = async function* (bytes: number) {
  yield randomBytes(bytes);
  await Promise.resolve();
  throw new Error('the dump has ended');
};

describe.each([
  ['a folder', folder],
  ['a bucket', 's3://backups'],
  ['a bucket’s prefix', 's3://backups/of/berlin/'],
])('backups in %s', (_, place) => {
  let store: BackupStore;
  beforeAll(async () => {
    store = await openStore(place, environment);
  });

  it('are listed by folders that begin so, or by one folder, and read as they were written', async () => {
    await store.write('palisade-2/manifest.json', text('two'));
    await store.write('palisade-1/manifest.json', text('one'));
    await store.write('wal/piece', text('log'));
    expect(await store.list('palisade-')).toEqual(['palisade-1/manifest.json', 'palisade-2/manifest.json']);
    expect(await store.list('wal/')).toEqual(['wal/piece']);
    expect(await store.list('wal/other')).toEqual([]);
    expect((await readWhole(store, 'palisade-1/manifest.json', 100))?.toString()).toBe('one');
    expect(await store.read('palisade-3/manifest.json')).toBeNull();
  });

  it('may be larger than what is sent at a time', async () => {
    const parts = Array.from({ length: 70 }, () => randomBytes(1024 * 1024));
    await store.write('palisade-1/large', Readable.from(parts));
    const whole = Buffer.concat(parts);
    expect((await readWhole(store, 'palisade-1/large', whole.length))!.equals(whole)).toBe(true);
  });

  it.each([100, 70 * 1024 * 1024])(
    'leave nothing under their name where the source fails behind %i bytes',
    async (bytes) => {
      await expect(store.write('palisade-1/failed', Readable.from(failing(bytes)))).rejects.toThrow(
        /^the dump has ended$/,
      );
      expect(await store.read('palisade-1/failed')).toBeNull();
      expect(await store.list('palisade-1/')).not.toContain('palisade-1/failed');
      expect(s3.unfinished()).toBe(0);
    },
  );

  it('are removed by name, those that are gone too', async () => {
    await store.remove(['palisade-2/manifest.json', 'palisade-7/manifest.json']);
    expect(await store.list('palisade-2')).toEqual([]);
    expect(await store.list('palisade-1')).toContain('palisade-1/manifest.json');
  });
});

it('lists more than one page', async () => {
  const store = await openStore('s3://backups/pages', environment);
  const names = Array.from({ length: 2_500 }, (_, at) => `wal/${String(at).padStart(5, '0')}`);
  for (const name of names) s3.put(`pages/${name}`, Buffer.alloc(0));
  expect(await store.list('wal/')).toEqual(names);
  await store.remove(names);
  expect(await store.list('wal/')).toEqual([]);
});

it('names a backup by where it lies', async () => {
  const one = await openStoreOf('s3://backups/of/berlin/palisade-1', environment);
  expect([one.store.place, one.name]).toEqual(['s3://backups/of/berlin/', 'palisade-1']);
  const other = await openStoreOf(path.join(folder, 'palisade-1'), environment);
  expect([other.store.place, other.name]).toEqual([folder, 'palisade-1']);
});

it('leaves a folder alone that has something of others in it', async () => {
  const store = await openStore(folder, environment);
  await store.write('palisade-9/manifest.json', text('nine'));
  writeFileSync(path.join(folder, 'palisade-9', 'notes.txt'), 'mine');
  await store.remove(['palisade-9/manifest.json']);
  expect(await store.list('palisade-9')).toEqual(['palisade-9/notes.txt']);
});

it.each([
  ['a bucket that is not there', 's3://nowhere', {}, 'NoSuchBucket'],
  ['keys that are not known', 's3://backups', { AWS_ACCESS_KEY_ID: 'stranger' }, 'InvalidAccessKeyId'],
])('says what is wrong with %s', async (_, place, more, answer) => {
  const store = await openStore(place, { ...environment, ...more });
  const refused = { code: 'destination_failed', message: expect.stringContaining(answer) as string };
  await expect(store.list('palisade-')).rejects.toMatchObject(refused);
  await expect(store.write('palisade-1/x', text('x'))).rejects.toMatchObject(refused);
});

describe('a bucket that falls silent', () => {
  const SILENCE_MS = 150;
  // Takes whatever comes and says nothing; of an object it says the first half.
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes('half')) response.writeHead(200, { 'content-length': 10 }).write('first');
  });
  let silent: BackupStore;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const s3Environment = { ...environment, AWS_ENDPOINT_URL_S3: url, AWS_MAX_ATTEMPTS: '1' };
    silent = new S3Store({ bucket: 'backups', prefix: '' }, s3Environment, SILENCE_MS);
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  it.each([
    ['listing', () => silent.list('palisade-')],
    ['a write', () => silent.write('palisade-1/x', text('x'))],
    ['a removal', () => silent.remove(['palisade-1/x'])],
    ['the middle of an object', () => readWhole(silent, 'palisade-1/half', 100)],
  ])('is not waited for without end: %s', async (_, work) => {
    await expect(work()).rejects.toMatchObject({ code: 'destination_failed' });
  });

  it('may be read as slowly as its reader likes', async () => {
    const store = new S3Store({ bucket: 'backups', prefix: '' }, environment, SILENCE_MS);
    s3.put('slow/object', randomBytes(4 * 1024 * 1024));
    let bytes = 0;
    for await (const piece of (await store.read('slow/object'))! as AsyncIterable<Buffer>) {
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
      bytes += piece.length;
    }
    expect(bytes).toBe(4 * 1024 * 1024);
  });
});

it('refuses what is no name of a bucket', async () => {
  for (const place of ['s3://', 's3:///prefix', 's3://A_bucket']) {
    await expect(openStore(place, environment)).rejects.toMatchObject({ code: 'usage' });
  }
});
