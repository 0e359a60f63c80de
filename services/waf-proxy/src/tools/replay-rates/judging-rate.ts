import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { recordedRequestV1 } from '@palisade/contracts';
import { median } from '../../bench/measure.ts';
import { ownRules } from '../../bench/own-rules.ts';
import { type CompiledSite, compileManagedRules, compileSite, RequestJudge } from '../../judge/index.ts';
import { LiveEdge } from '../foresight/live-edge.ts';
import { REPLAYED, variedRequests } from './varied-requests.ts';

/** Recorded requests that a core judges a second by two policies. */
const TARGETS: Readonly<Record<string, { gate: number; goal: number }>> = {
  'browser GET, 17 headers': { gate: 40_000, goal: 100_000 },
  '1 KB form': { gate: 15_000, goal: 30_000 },
};

const { RecordedRequestSchema } = recordedRequestV1;
type RuleSet = ReturnType<typeof compileManagedRules>;

interface Rates {
  /** A second and core, in the best round. */
  trial: number;
  /** The same, by one policy. */
  judgement: number;
  /** Of the trial over all rounds. */
  median: number;
}

export async function measureJudging(requests: number, rounds: number) {
  const ruleSet = compileManagedRules();
  const results: Record<string, Rates & { bytes: number }> = {};
  const missed: string[] = [];
  for (const workload of REPLAYED) {
    const { records, before, after } = await recorded(workload, requests, ruleSet);
    const trial = await ratesOf(records, [before, after], rounds);
    const judgement = await ratesOf(records, [before], rounds);
    results[workload] = {
      trial: Math.max(...trial),
      judgement: Math.max(...judgement),
      median: median(trial),
      bytes: Math.round(records.reduce((sum, { length }) => sum + length, 0) / records.length),
    };
    const { gate } = TARGETS[workload]!;
    if (Math.max(...trial) < gate)
      missed.push(`${workload}: ${Math.round(Math.max(...trial))} requests, gate ${gate}`);
  }
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([workload, { trial, judgement, bytes }]) => [
        workload,
        {
          'requests/s and core': Math.round(trial),
          'by one policy': Math.round(judgement),
          'bytes a record': bytes,
          ...TARGETS[workload],
        },
      ]),
    ),
  );
  return { requests, results, targets: TARGETS, missed };
}

/** As they leave the edge: masked, and written as the log service keeps them. */
async function recorded(workload: string, count: number, ruleSet: RuleSet) {
  const edge = new LiveEdge(ruleSet);
  await edge.start();
  try {
    const before = compileSite(
      edge.serve(() => undefined),
      ruleSet,
    );
    const records: Uint8Array[] = [];
    for (const request of variedRequests(workload, count)) {
      const live = await edge.send(request, false);
      if (live?.recorded == null || live.outcome !== 'passes')
        throw new Error(`${workload} was not recorded`);
      records.push(toBinary(RecordedRequestSchema, live.recorded));
    }
    // Judged as a whole again, whatever the change is: most are of one rule.
    const after = compileSite(
      edge.serve((policy) => {
        policy.customRules.push(...ownRules(1));
      }),
      ruleSet,
    );
    return { records, before, after };
  } finally {
    await edge.stop();
  }
}

/** CPU time after which the compiler has seen what it needs. */
const WARM_UP_MICROS = 3_000_000;

/** Requests a second of CPU time, one number a round. */
async function ratesOf(
  records: readonly Uint8Array[],
  policies: readonly CompiledSite[],
  rounds: number,
): Promise<number[]> {
  const judge = new RequestJudge();
  for (let spent = 0; spent < WARM_UP_MICROS; ) spent += await cpuOfRound(judge, records, policies);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++)
    rates.push((records.length * 1e6) / (await cpuOfRound(judge, records, policies)));
  return rates;
}

/** Microseconds of all threads of this process, collecting garbage among them. */
async function cpuOfRound(
  judge: RequestJudge,
  records: readonly Uint8Array[],
  policies: readonly CompiledSite[],
): Promise<number> {
  const before = process.cpuUsage();
  for (const bytes of records) {
    const request = fromBinary(RecordedRequestSchema, bytes);
    for (const policy of policies) {
      const { outcome } = await judge.judge(request, policy);
      if (outcome !== 'passes') throw new Error(`an honest request is not let through: ${outcome}`);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
