import { toBinary } from '@bufbuild/protobuf';
import { type edgeV1, recordedRequestV1 } from '@palisade/contracts';
import { median } from '../../bench/measure.ts';
import { ownRules } from '../../bench/own-rules.ts';
import {
  compileManagedRules,
  compileSite,
  type Judgement,
  RequestJudge,
  readRecord,
} from '../../judge/index.ts';
import { LiveEdge } from '../foresight/live-edge.ts';
import { REPLAYED, variedRequests } from './varied-requests.ts';

/** Recorded requests that a core judges a second by two policies. */
const TARGETS: Readonly<Record<string, { gate: number; goal: number }>> = {
  'browser GET, 17 headers': { gate: 40_000, goal: 100_000 },
  '1 KB form': { gate: 15_000, goal: 30_000 },
};

const { RecordedRequestSchema } = recordedRequestV1;
type RuleSet = ReturnType<typeof compileManagedRules>;

/** What a replay is about: most are of something that the rules do not ask, and some have them all say it again. */
const CHANGES: Readonly<Record<string, (policy: edgeV1.Policy) => void>> = {
  'a custom rule': (policy) => policy.customRules.push(...ownRules(1)),
  sensitivity: (policy) => {
    policy.paranoiaLevel = policy.paranoiaLevel === 3 ? 2 : 3;
  },
};

interface Rates {
  /** Requests a second of CPU time, in the best round and over all; of microseconds those of the best. */
  best: number;
  median: number;
  micros: number;
}

export interface JudgingOptions {
  requests: number;
  rounds: number;
  /** False: nothing that one policy's rules say is taken for another's. */
  shares: boolean;
}

export async function measureJudging({ requests, rounds, shares }: JudgingOptions) {
  const ruleSet = compileManagedRules();
  const results: Record<string, Record<string, Rates>> = {};
  const missed: string[] = [];
  const judge = new RequestJudge(undefined, { shares });
  for (const workload of REPLAYED) {
    const { records, current, proposed } = await recorded(workload, requests, ruleSet);
    const rates: Record<string, Rates> = {
      'read only': await ratesOf(records, rounds, async (bytes) => void readRecord(bytes)),
      'one policy': await ratesOf(records, rounds, async (bytes) => {
        mustPass(await judge.judgeFacts(readRecord(bytes), current));
      }),
    };
    for (const [change, site] of proposed)
      rates[`replay of ${change}`] = await ratesOf(records, rounds, async (bytes) => {
        for (const judgement of await judge.judgeBoth(readRecord(bytes), current, site)) mustPass(judgement);
      });
    results[workload] = rates;
    const { gate, goal } = TARGETS[workload]!;
    const bytes = Math.round(records.reduce((sum, { length }) => sum + length, 0) / records.length);
    console.log(`${workload}: ${bytes} bytes a record; a second and core: gate ${gate}, goal ${goal}`);
    console.table(
      Object.fromEntries(
        Object.entries(rates).map(([what, { best, median: middle, micros }]) => [
          what,
          {
            'requests/s and core': Math.round(best),
            median: Math.round(middle),
            'CPU µs a request': Number(micros.toFixed(1)),
          },
        ]),
      ),
    );
    for (const [what, { best }] of Object.entries(rates))
      if (what.startsWith('replay') && best < gate)
        missed.push(`${workload}, ${what}: ${Math.round(best)} requests a second and core, gate ${gate}`);
  }
  return { requests, shares, results, targets: TARGETS, missed };
}

function mustPass({ outcome }: Judgement): void {
  if (outcome !== 'passes') throw new Error(`an honest request is not let through: ${outcome}`);
}

/** As they leave the edge: masked, and written as the log service keeps them. */
async function recorded(workload: string, count: number, ruleSet: RuleSet) {
  const edge = new LiveEdge(ruleSet);
  await edge.start();
  try {
    const current = compileSite(
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
    const proposed = Object.entries(CHANGES).map(
      ([name, change]) => [name, compileSite(edge.serve(change), ruleSet)] as const,
    );
    return { records, current, proposed };
  } finally {
    await edge.stop();
  }
}

/** CPU time after which the compiler has seen what it needs. */
const WARM_UP_MICROS = 2_000_000;

type Work = (bytes: Uint8Array) => Promise<void>;

async function ratesOf(records: readonly Uint8Array[], rounds: number, work: Work): Promise<Rates> {
  for (let spent = 0; spent < WARM_UP_MICROS; ) spent += await cpuOfRound(records, work);
  const micros: number[] = [];
  for (let round = 0; round < rounds; round++)
    micros.push((await cpuOfRound(records, work)) / records.length);
  const least = Math.min(...micros);
  return { best: 1e6 / least, median: 1e6 / median(micros), micros: least };
}

/** Microseconds of all threads of this process, collecting garbage among them: what else the machine does is not in them. */
async function cpuOfRound(records: readonly Uint8Array[], work: Work): Promise<number> {
  const before = process.cpuUsage();
  for (const bytes of records) await work(bytes);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
