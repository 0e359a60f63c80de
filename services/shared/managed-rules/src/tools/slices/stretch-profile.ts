import { type Profiler, Session } from 'node:inspector';
import path from 'node:path';

/** Of the sampler, in microseconds: a stretch of 5 ms has 50 samples. */
const SAMPLE_EVERY = 100;
/** Frames of the way to a function, from itself outwards. */
const FRAMES = 4;
/** Less than this share of a stretch is not worth a line. */
const MIN_SHARE = 0.1;

/** When a stretch ran, in microseconds of the monotonic clock, which the sampler reads as well. */
export interface StretchTime {
  readonly from: number;
  readonly to: number;
}

export const monotonicMicros = (): number => Number(process.hrtime.bigint() / 1000n);

/** Runs some work under the sampler. */
export function profileOf(work: () => void): StretchProfile {
  const session = new Session();
  session.connect();
  let profile: Profiler.Profile | null = null;
  try {
    // Answers of one's own thread come before `post` is back.
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY });
    session.post('Profiler.start');
    work();
    session.post('Profiler.stop', (error, answer) => {
      if (error !== null) throw error;
      ({ profile } = answer);
    });
  } finally {
    session.disconnect();
  }
  if (profile === null) throw new Error('the sampler gave no profile');
  return new StretchProfile(profile);
}

/** What ran when, by samples of the stack. */
export class StretchProfile {
  private readonly wayOf = new Map<number, string>();
  private readonly samples: readonly number[];
  private readonly times: readonly number[];

  constructor(profile: Profiler.Profile) {
    const parentOf = new Map<number, number>();
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    for (const { id, children } of profile.nodes) for (const child of children ?? []) parentOf.set(child, id);
    for (const { id } of profile.nodes) {
      const frames: string[] = [];
      for (let at: number | undefined = id; at !== undefined && frames.length < FRAMES; at = parentOf.get(at))
        frames.push(nameOf(nodes.get(at)!.callFrame));
      this.wayOf.set(id, frames.join(' < '));
    }
    this.samples = profile.samples ?? [];
    let time = profile.startTime;
    this.times = (profile.timeDeltas ?? []).map((delta) => {
      time += delta;
      return time;
    });
  }

  /** What took most of a stretch, by share: functions with the way to them, the collector and the compiler among them. */
  whatRan({ from, to }: StretchTime): string[] {
    const counts = new Map<string, number>();
    let all = 0;
    for (const [index, id] of this.samples.entries()) {
      const time = this.times[index]!;
      if (time < from || time > to) continue;
      const way = this.wayOf.get(id)!;
      counts.set(way, (counts.get(way) ?? 0) + 1);
      all++;
    }
    return [...counts]
      .toSorted(([, left], [, right]) => right - left)
      .filter(([, count], index) => index === 0 || count >= all * MIN_SHARE)
      .map(([way, count]) => `${Math.round((count / all) * 100)} % ${way}`);
  }
}

/** `(program)` and `(garbage collector)` stand nowhere in a file. */
function nameOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} ${path.basename(url)}:${lineNumber + 1}`;
}
