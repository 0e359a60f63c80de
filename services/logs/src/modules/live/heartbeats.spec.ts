import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT } from './event-stream.rules.ts';
import { withHeartbeats } from './heartbeats.ts';

const INTERVAL_MS = 20;

it('says that it lives while an event is long in coming, and otherwise nothing', async () => {
  async function* events() {
    yield 'a';
    yield 'b';
    await sleep(INTERVAL_MS * 5);
    yield 'c';
  }
  const said: string[] = [];
  for await (const text of withHeartbeats(events(), INTERVAL_MS)) said.push(text);
  expect(said.slice(0, 3)).toEqual(['a', 'b', HEARTBEAT]);
  expect(said.at(-1)).toBe('c');
  expect(new Set(said.slice(2, -1))).toEqual(new Set([HEARTBEAT]));
});

it('ends with its reader, who does not wait for what was begun', async () => {
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  async function* events() {
    try {
      yield 'a';
      await begun.promise;
      yield 'b';
    } finally {
      ended.resolve();
    }
  }
  for await (const text of withHeartbeats(events(), INTERVAL_MS)) if (text === HEARTBEAT) break;
  begun.resolve();
  await expect(ended.promise).resolves.toBeUndefined();
});

it('fails as they do', async () => {
  async function* events() {
    yield 'a';
    throw new Error('gone');
  }
  const heard = withHeartbeats(events(), INTERVAL_MS);
  expect(await heard.next()).toEqual({ done: false, value: 'a' });
  await expect(heard.next()).rejects.toThrow('gone');
});
