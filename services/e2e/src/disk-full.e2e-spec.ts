import { Drill } from './chaos/drill.ts';
import { diskFull, SERVICES } from './chaos/faults.ts';
import { canMount } from './small-disk.ts';
import { Stack } from './stack.ts';

const FORM = {
  visitors: 4,
  requestsPerSecond: 100,
  faultMs: 12_000,
  restMs: 1_500,
  customerPauseMs: 1_000,
} as const;
const PROCESSES = [...SERVICES, 'edge'];
/** A product that has just started takes 75. */
const DISK_MEGABYTES = 300;

/** Databases, spools and logs share it, as on a machine of one's own. */
const describeWithMounts = canMount() ? describe : describe.skip;
describeWithMounts(`on a disk that is full${canMount() ? '' : ' [skipped: no mounts of one’s own]'}`, () => {
  const stack = new Stack({ diskMegabytes: DISK_MEGABYTES });
  let drill: Drill;
  let before: unknown;

  beforeAll(async () => {
    await stack.start('--rate-limit', '100000');
    before = pids();
    drill = new Drill(stack, FORM);
  }, 240_000);
  afterAll(async () => {
    await drill?.stop();
    await stack.dispose();
  });

  const pids = () => Object.fromEntries(PROCESSES.map((name) => [name, stack.pid(name)]));

  it('visitors are served', async () => {
    await drill.run([diskFull(stack)]);
    expect(drill.seen.filter(({ status }) => status !== 200)).toEqual([]);
  }, 240_000);

  it('no process of ours ends', () => {
    expect(pids()).toEqual(before);
  });

  it('nothing that was acknowledged is lost, or there twice, once there is room', async () => {
    const kept = await drill.kept();
    expect(kept.filter(({ lost, twice }) => lost + twice > 0)).toEqual([]);
    expect(kept.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);
  }, 150_000);
});
