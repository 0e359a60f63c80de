import { type Profiler, Session } from 'node:inspector';
import { countingNatives } from './native-costs.ts';

/**
 * Counts what code does, deterministically and without its help, so that "linear in its input" can be asserted without a clock:
 *
 *     blocks   how often V8 executed each function, branch and loop body (block coverage), of every file but Node's own
 *     bytes    what methods of String, RegExp, Array and typed arrays went through natively (see `native-costs.ts`)
 *
 * V8 counts blocks only of functions that it compiled while counting was on. So counting begins when this file is loaded:
 * import it before what it is to count; `countWork` throws where that was not so.
 *
 * Not counted: string concatenation (linear in V8 unless the string is read in between), `[...spread]`, Map and Set.
 */
export function countWork(work: () => unknown): number {
  return countEach([work])[0]!;
}

/** Like {@link countWork}, for several in a row. Reading V8's counters takes longer than most of the work, so they are read once between two. */
export function countEach(works: readonly (() => unknown)[]): number[] {
  takeCoverage();
  return works.map((work) => {
    const natives = countingNatives();
    let steps = 0;
    try {
      work();
    } finally {
      steps = natives.stop();
    }
    return steps + blocksExecuted();
  });
}

/** As {@link countWork}, for work that waits. Nothing else may run meanwhile. */
export async function countWorkAsync(work: () => Promise<unknown>): Promise<number> {
  takeCoverage();
  const natives = countingNatives();
  let steps = 0;
  try {
    await work();
  } finally {
    steps = natives.stop();
  }
  return steps + blocksExecuted();
}

/** On Node's own modules files share what is loaded, so that what is counted would depend on who ran before. */
if (Symbol.for('palisade.jest') in globalThis)
  throw new Error(
    'who counts work has a context of its own: name this test in COUNTS_WORK of jest.config.mjs',
  );

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Later files of the same Jest process run at full speed again. */
(globalThis as { afterAll?: (task: () => void) => void }).afterAll?.(() => session.disconnect());

const OWN = /\/work\/(?:count-work|native-costs)\.[jt]s$/;
/** The test runner's own work is not counted. */
const RUNNER = /\/node_modules\/(?:@?jest|expect|@swc)/;

/** The count since the last call. */
function blocksExecuted(): number {
  let blocks = 0;
  for (const { url, functions } of takeCoverage()) {
    if (url === '' || url.startsWith('node:') || OWN.test(url) || RUNNER.test(url)) continue;
    for (const { functionName, isBlockCoverage, ranges } of functions) {
      // What V8 makes up itself (`<instance_members_initializer>`) has no blocks.
      if (!isBlockCoverage && ranges[0]!.count > 0 && !functionName.startsWith('<'))
        throw new Error(
          `${functionName} in ${url} was compiled before counting began: import this file first`,
        );
      for (const { count } of ranges) blocks += count;
    }
  }
  return blocks;
}

function takeCoverage(): readonly Profiler.ScriptCoverage[] {
  let taken: readonly Profiler.ScriptCoverage[] | null = null;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    taken = result;
  });
  // A session of the own thread answers at once.
  if (taken === null) throw new Error('V8 did not answer');
  return taken;
}
