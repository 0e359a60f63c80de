import { isDeepStrictEqual } from 'node:util';
import type { recordedRequestV1 } from '@palisade/contracts';
import {
  compileManagedRules,
  compileSite,
  type Judgement,
  RequestJudge,
  type Unknown,
} from '../../judge/index.ts';
import { factsOf } from '../../judge/recorded-facts.ts';
import { buildRequest, type CorpusLine, readCorpus, readProfiles } from '../replay/corpus.ts';
import { HOST, LiveEdge, type LiveVerdict } from './live-edge.ts';
import { randomChange, type Subjects, seeded } from './random-change.ts';

/** Attacks, ordinary requests, and ones recorded as they came. */
export const CORPORA = ['attack.jsonl.gz', 'benign.jsonl.gz', 'recorded.jsonl.gz'] as const;

/** What the rules would need is not in the record. */
const HIDDEN_FROM_RULES: ReadonlySet<Unknown | null> = new Set<Unknown>(['body', 'masked']);

export interface Foresight {
  requests: number;
  changes: number;
  /** Of requests times changes. */
  judged: number;
  unknown: number;
  /** Why, and under what change, by how often. */
  unknownFor: Record<string, number>;
  /** The same policy, masked and not: verdicts that differ. */
  changedByMasking: string[];
  /** What was predicted and did not come. */
  wrong: string[];
}

interface Sample {
  id: string;
  bytes: Buffer;
  isHead: boolean;
  recorded: recordedRequestV1.RecordedRequest;
}

/**
 * Records requests of corpora on a live edge, predicts under random changes of its policy what becomes of each, makes the
 * change, sends all of them again, and compares.
 */
export async function measureForesight(options: {
  files: readonly string[];
  requestsPerFile: number;
  changes: number;
  seed: number;
}): Promise<Foresight> {
  const ruleSet = compileManagedRules();
  const edge = new LiveEdge(ruleSet);
  await edge.start();
  const judge = new RequestJudge();
  const result: Foresight = {
    requests: 0,
    changes: options.changes,
    judged: 0,
    unknown: 0,
    unknownFor: {},
    changedByMasking: [],
    wrong: [],
  };
  try {
    const samples: Sample[] = [];
    const before = compileSite(
      edge.serve(() => undefined),
      ruleSet,
    );
    const subjects = { ruleIds: new Set<number>(), targets: new Set<string>(), paths: new Set<string>() };
    for await (const { line, bytes } of linesOf(options)) {
      const isHead = line.method === 'HEAD';
      const live = await edge.send(bytes, isHead);
      if (live?.recorded == null) continue;
      const predicted = await judge.judge(live.recorded, before);
      if (predicted.outcome !== null && differs(predicted, live)) result.changedByMasking.push(line.id);
      else samples.push({ id: line.id, bytes, isHead, recorded: live.recorded });
      note(subjects, predicted, line);
      result.requests++;
    }
    const found: Subjects = {
      ruleIds: [...subjects.ruleIds],
      targets: [...subjects.targets],
      paths: [...subjects.paths],
    };
    const random = seeded(options.seed);
    for (let index = 0; index < options.changes; index++) {
      const { name, change } = randomChange(found, random);
      const config = edge.serve(change);
      const site = compileSite(config, ruleSet);
      for (const { id, bytes, isHead, recorded } of samples) {
        // As a replay in the product does it.
        const [, predicted] = await judge.judgeBoth(factsOf(recorded), before, site);
        const alone = await judge.judge(recorded, site);
        // What the rules found at the edge may be known to hold for a policy with others.
        if (!HIDDEN_FROM_RULES.has(alone.unknown) && !isDeepStrictEqual(predicted, alone))
          result.wrong.push(
            `${id}, change ${index}: beside the present policy it is ${predicted.outcome}, alone ${alone.outcome}`,
          );
        const live = await edge.send(bytes, isHead);
        if (live === null) continue;
        result.judged++;
        if (predicted.unknown !== null) countUnknown(result, predicted.unknown, name);
        else if (differs(predicted, live))
          result.wrong.push(`${id}, change ${index}: predicted ${predicted.outcome}, ${live.outcome} came`);
      }
    }
  } finally {
    await edge.stop();
  }
  return result;
}

function countUnknown(result: Foresight, cause: Unknown, change: string): void {
  const why = `${cause}, ${change}`;
  result.unknown++;
  result.unknownFor[why] = (result.unknownFor[why] ?? 0) + 1;
}

const differs = (predicted: Judgement, live: LiveVerdict): boolean =>
  predicted.outcome !== live.outcome || predicted.remark !== live.remark;

function note(
  subjects: { ruleIds: Set<number>; targets: Set<string>; paths: Set<string> },
  { matches }: Judgement,
  { uri }: CorpusLine,
): void {
  for (const { ruleId, targets } of matches) {
    subjects.ruleIds.add(ruleId);
    for (const target of targets) if (/^[A-Z_]+:[\w-]+$/.test(target)) subjects.targets.add(target);
  }
  subjects.paths.add(`/${uri.split('?', 1)[0]!.split('/')[1] ?? ''}`);
}

/** Every so many-th line, so that all kinds are there. */
async function* linesOf({
  files,
  requestsPerFile,
}: {
  files: readonly string[];
  requestsPerFile: number;
}): AsyncGenerator<{ line: CorpusLine; bytes: Buffer }> {
  for (const file of files) {
    const profiles = readProfiles(file);
    const all: CorpusLine[] = [];
    for await (const line of readCorpus(file, Number.POSITIVE_INFINITY)) all.push(line);
    const step = Math.max(1, Math.floor(all.length / requestsPerFile));
    for (let index = 0; index < all.length; index += step)
      yield { line: all[index]!, bytes: buildRequest(all[index]!, profiles, HOST) };
  }
}
