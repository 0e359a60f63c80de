import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TaskThread } from './task-thread.ts';

const LIMITS = { startMs: 60_000, answerMs: 10_000, waiting: 2, idleMs: 60_000, memoryMb: 64 };
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-thread-'));
const file = path.join(folder, 'thread.mjs');
writeFileSync(
  file,
  `import { parentPort, threadId } from 'node:worker_threads';
const kept = [];
parentPort.postMessage('ready');
parentPort.on('message', (question) => {
  if (question === 'for ever') for (;;);
  if (question === 'memory') for (;;) kept.push(new Array(100_000).fill({}));
  if (question === 'throw') throw new Error('broken');
  parentPort.postMessage([question, threadId]);
  if (question === 'throw later') setTimeout(() => { throw new Error('broken'); });
  if (question === 'leave later') setTimeout(() => process.exit(3));
});`,
);
/** Becomes ready once the file that it waits for is there. */
const slowFile = path.join(folder, 'slow.mjs');
const gate = path.join(folder, 'gate');
writeFileSync(
  slowFile,
  `import { existsSync } from 'node:fs';
while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 10));
await import('./thread.mjs');`,
);
const threads: TaskThread<string, [string, number]>[] = [];
const thread = (limits = {}, of = file) => {
  const made = new TaskThread<string, [string, number]>(of, { ...LIMITS, ...limits });
  threads.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(threads.splice(0).map((made) => made.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('one thread answers one question after another', async () => {
  const task = thread();
  const [[one, first], [other, second]] = await Promise.all([task.ask('a', '1'), task.ask('b', '2')]);
  expect([one, other]).toEqual(['1', '2']);
  expect(second).toBe(first);
});

it('takes one question of each, and a few to wait', async () => {
  const task = thread();
  const asked = [task.ask('a', '1'), task.ask('b', '2')];
  await expect(task.ask('a', '3')).rejects.toMatchObject({ code: 'asked_already' });
  await expect(task.ask('c', '3')).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(asked);
  await expect(task.ask('a', '4')).resolves.toMatchObject(['4', expect.any(Number)]);
});

it.each([
  ['for ever', { answerMs: 200 }, { code: 'too_expensive' }],
  ['memory', {}, { code: 'too_expensive' }],
  ['throw', {}, { message: 'broken' }],
])(
  'what runs wild (%s) is ended, and the next question has a thread of its own',
  async (question, limits, refusal) => {
    const task = thread(limits);
    await expect(task.ask('a', question)).rejects.toMatchObject(refusal);
    const patient = thread();
    await expect(patient.ask('a', 'next')).resolves.toMatchObject(['next', expect.any(Number)]);
  },
);

it('a thread that was ended is followed by another', async () => {
  const task = thread();
  await expect(task.ask('a', 'throw')).rejects.toThrow('broken');
  await expect(task.ask('a', 'next')).resolves.toMatchObject(['next', expect.any(Number)]);
});

it.each(['throw later', 'leave later'])(
  'a thread that ends by itself after its answer (%s) is followed by another',
  async (question) => {
    const task = thread();
    const [, first] = await task.ask('a', question);
    // It ends while nobody asks; on a busy machine it may end later, and be asked just then.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const next = () =>
      task.ask('a', 'next').catch((error: Error) => {
        expect(error.message).toMatch(/broken|ended with 3/);
        return ['', first] as const;
      });
    let id = first;
    while (id === first) [, id] = await next();
    expect(id).toBeGreaterThan(first);
  },
);

it('a thread that nobody asks ends', async () => {
  const task = thread({ idleMs: 1 });
  const [, first] = await task.ask('a', '1');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [, second] = await task.ask('a', '2');
  expect(second).not.toBe(first);
});

it('says that it is not free while it starts, and goes on with that', async () => {
  const task = thread({}, slowFile);
  expect(await task.isFreeWithin(20)).toBe(false);
  expect(await task.isFreeWithin(20)).toBe(false);
  writeFileSync(gate, '');
  expect(await task.isFreeWithin(LIMITS.startMs)).toBe(true);
  await expect(task.ask('a', '1')).resolves.toMatchObject(['1', expect.any(Number)]);
});

it('says that it is not free while it answers', async () => {
  const task = thread({ answerMs: 500 });
  const asked = expect(task.ask('a', 'for ever')).rejects.toMatchObject({ code: 'too_expensive' });
  expect(await task.isFreeWithin(20)).toBe(false);
  await asked;
  expect(await task.isFreeWithin(LIMITS.startMs)).toBe(true);
});

it('ends when nobody asks after it was free', async () => {
  const task = thread({ idleMs: 1 });
  await task.isFreeWithin(LIMITS.startMs);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [, id] = await task.ask('a', '1');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [, next] = await task.ask('a', '2');
  expect(next).not.toBe(id);
});

it('cannot be free where it cannot start', async () => {
  const task = thread({}, path.join(folder, 'missing.mjs'));
  await expect(task.isFreeWithin(LIMITS.startMs)).rejects.toThrow(/missing\.mjs/);
});
