import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { edgeKeysFingerprint, generateEdgeKeys, keyFingerprint } from '@palisade/edge-state';
import { EdgeKeys } from './edge-keys.ts';

const RETRY_MS = 1_000;
const POLL_INTERVAL_MS = 1_000;
/** Of the file: two writes within one tick of the file system's clock must both be seen. */
let writtenAtS = 1_000_000;
const { keyId, publicKey, privateKey } = generateEdgeKeys().signing;
const keysWith = (sealKey: string): Record<string, string> => ({
  PALISADE_EDGE_CONFIG_KEYS: JSON.stringify({ [keyId]: publicKey }),
  PALISADE_EDGE_SEAL_KEY: sealKey,
  PALISADE_EVENT_SIGNING_KEY: privateKey,
});
const former = keysWith(generateEdgeKeys().sealing.privateKey);
const next = keysWith(generateEdgeKeys().sealing.privateKey);
const environment = { ...process.env };

let folder: string;
let file: string;
/** Calls to the node, in order: the seal key that the supervisor switched to, or that new workers read. */
let asked: string[];
/** Whether the next turn of the workers comes to its end. */
let comesUp: boolean[];
/** Told while the workers are replaced. */
let during: (string | null)[];
let keys: EdgeKeys;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  folder = mkdtempSync(path.join(tmpdir(), 'edge-keys-'));
  file = path.join(folder, 'keys.env');
  asked = [];
  comesUp = [];
  during = [];
  Object.assign(process.env, former, { PALISADE_EDGE_DATA_DIR: folder, PALISADE_EDGE_NODE_ID: 'edge-1' });
  keys = new EdgeKeys(file, {
    take: async ({ sealKey }) => void asked.push(`take ${nameOf(sealKey)}`),
    roll: async () => {
      asked.push(`roll ${nameOf(process.env.PALISADE_EDGE_SEAL_KEY)}`);
      during.push(keys.used, keys.fingerprint);
      if (comesUp.shift() === false) throw new Error('a worker did not come up');
    },
  });
});

afterEach(() => {
  keys.stop();
  jest.useRealTimers();
  process.env = { ...environment };
  rmSync(folder, { recursive: true });
});

const nameOf = (sealKey: string | null | undefined) =>
  sealKey === former.PALISADE_EDGE_SEAL_KEY ? 'former' : 'next';
function give(settings: Record<string, string>): void {
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
  writtenAtS++;
  utimesSync(file, writtenAtS, writtenAtS);
}
async function reads(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
async function triesAgain(): Promise<void> {
  await jest.advanceTimersByTimeAsync(RETRY_MS);
  await reads();
}
const keyState = () => ({
  used: keys.used,
  fingerprint: keys.fingerprint,
  isBehind: keys.behindSeconds > 0,
});
const allOf = (settings: Record<string, string>) => ({
  used: edgeKeysFingerprint(settings),
  fingerprint: keyFingerprint(settings),
  isBehind: false,
});
const MIXED = { used: '', fingerprint: null, isBehind: true };

/** The node goes by the former keys, and one of its workers does not come up with the next. */
async function failHalfway(): Promise<void> {
  give(former);
  keys.start();
  await reads();
  expect(keyState()).toEqual(allOf(former));
  expect(asked).toEqual([]);
  give(next);
  comesUp = [false];
  await jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  await reads();
  expect(asked).toEqual(['take next', 'roll next']);
}

describe('keys that a worker did not come up with', () => {
  it('leave a node that says it goes by none, neither by these nor by those before', async () => {
    await failHalfway();
    expect(keyState()).toEqual(MIXED);
    await triesAgain();
    expect(asked.slice(2)).toEqual(['roll next']);
    expect(keyState()).toEqual(allOf(next));
  });

  it('are taken back where the file from before is put back, before that is said to be in use', async () => {
    await failHalfway();
    give(former);
    await triesAgain();
    expect(asked.slice(2)).toEqual(['take former', 'roll former']);
    expect(during.slice(2)).toEqual(['', null]);
    expect(keyState()).toEqual(allOf(former));
    expect(process.env.PALISADE_EDGE_SEAL_KEY).toBe(former.PALISADE_EDGE_SEAL_KEY);
  });

  it('are not said to be taken back while a worker does not come up with those before either', async () => {
    await failHalfway();
    give(former);
    comesUp = [false];
    await triesAgain();
    expect(keyState()).toEqual(MIXED);
    await jest.advanceTimersByTimeAsync(2 * RETRY_MS);
    await reads();
    expect(asked.slice(2)).toEqual(['take former', 'roll former', 'roll former']);
    expect(keyState()).toEqual(allOf(former));
  });

  it('stay mixed where third ones are refused', async () => {
    await failHalfway();
    give({ ...next, PALISADE_EDGE_CONFIG_KEYS: 'none' });
    await triesAgain();
    expect(asked).toHaveLength(2);
    expect(keyState()).toEqual(MIXED);
  });
});

it('keys that are refused leave those before, which need not be taken again', async () => {
  give({ ...next, PALISADE_EDGE_CONFIG_KEYS: 'none' });
  keys.start();
  await reads();
  expect(keyState()).toEqual({ used: edgeKeysFingerprint(former), fingerprint: null, isBehind: true });
  give(former);
  await triesAgain();
  expect(asked).toEqual([]);
  expect(keyState()).toEqual(allOf(former));
});

it('a file that cannot be looked at leaves the node with the keys that it has, and is read once it can be', async () => {
  give(former);
  keys.start();
  await reads();
  const away = `${folder}-away`;
  renameSync(folder, away);
  symlinkSync(folder, folder);
  await jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  await reads();
  expect(keyState()).toEqual({ ...allOf(former), isBehind: true });

  rmSync(folder);
  renameSync(away, folder);
  give(next);
  await jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  await reads();
  expect(keyState()).toEqual(allOf(next));
});

it('a file that cannot be looked at does not keep the node from its start', async () => {
  rmSync(folder, { recursive: true });
  symlinkSync(folder, folder);
  keys.start();
  await reads();
  expect(keyState()).toEqual({ used: edgeKeysFingerprint(former), fingerprint: null, isBehind: true });
});
