import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { keyFingerprint } from '@palisade/edge-state';
import { KeyFile } from './key-file.ts';

const POLL_INTERVAL_MS = 1_000;
const [former, next] = [{ KEY: 'former' }, { KEY: 'next' }];
/** Of the file: two writes within one tick of the file system's clock must both be seen. */
let writtenAtS = 1_000_000;

let folder: string;
let file: string;
let keys: KeyFile;
/** The keys that each user has. */
let has: Record<string, string | undefined>;
/** The user whose change fails. */
let failing: string | null;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  folder = mkdtempSync(path.join(tmpdir(), 'key-file-'));
  file = path.join(folder, 'keys.env');
  keys = new KeyFile(file);
  has = {};
  failing = null;
});
afterEach(() => {
  keys.onApplicationShutdown();
  jest.restoreAllMocks();
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

const user =
  (name: string) =>
  ({ KEY }: Readonly<Record<string, string | undefined>>) =>
  async () => {
    if (failing === name) throw new Error(`${name} is refused`);
    has[name] = KEY;
  };
function give({ KEY }: { KEY: string }): void {
  writeFileSync(file, `KEY=${KEY}\n`);
  writtenAtS++;
  utimesSync(file, writtenAtS, writtenAtS);
}
async function looks(): Promise<void> {
  await jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
const keyState = () => ({ fingerprint: keys.fingerprint, isBehind: keys.behindSeconds > 0 });
const inUse = (settings: { KEY: string }) => ({ fingerprint: keyFingerprint(settings), isBehind: false });

describe('keys to which only some of a service went over', () => {
  beforeEach(async () => {
    keys.use(user('signer'));
    keys.use(user('channel'));
    give(former);
    await keys.onApplicationBootstrap();
    expect(keyState()).toEqual(inUse(former));
    failing = 'channel';
    give(next);
    await looks();
    expect(has).toEqual({ signer: 'next', channel: 'former' });
  });

  it('are told as none, neither these nor those before', () => {
    expect(keyState()).toEqual({ fingerprint: null, isBehind: true });
  });

  it('are taken back by all where the file from before is put back', async () => {
    failing = null;
    give(former);
    await looks();
    expect(has).toEqual({ signer: 'former', channel: 'former' });
    expect(keyState()).toEqual(inUse(former));
  });

  it('are tried again, and told once all have them', async () => {
    failing = null;
    await looks();
    expect(has).toEqual({ signer: 'next', channel: 'next' });
    expect(keyState()).toEqual(inUse(next));
  });
});

it('a change that a server may refuse goes before those of all others, and leaves them as they are', async () => {
  keys.use(user('signer'));
  keys.useDoubtful(user('database'));
  give(former);
  await keys.onApplicationBootstrap();
  failing = 'database';
  give(next);
  await looks();
  expect(has).toEqual({ signer: 'former', database: 'former' });
  expect(keyState()).toEqual({ ...inUse(former), isBehind: true });
});
