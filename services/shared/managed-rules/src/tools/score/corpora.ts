import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SiteRuleSet } from '@palisade/waf-engine';
import { type CorpusRequest, corpusFile, readCorpus } from './corpus.ts';
import { judge } from './judge.ts';
import type { Share } from './tally.ts';

export const CORPORA = ['attack', 'benign', 'recorded', 'exploits', 'exploit-steps', 'payloads'] as const;
export type Corpus = (typeof CORPORA)[number];

/** What became of the requests of one class and source. */
export interface GroupScore {
  readonly attack: boolean;
  readonly all: Share;
  /** Corpora that were not looked at while rules were written. */
  readonly unseen: Share;
}

export interface CorpusScore {
  readonly groups: Map<string, GroupScore>;
  readonly microsecondsPerRequest: number;
}

export const isAttack = ({ label }: CorpusRequest): boolean => label === 'attack';

export const groupOf = (request: CorpusRequest): string =>
  `${isAttack(request) ? 'attack' : 'benign'} | ${request.kind} | ${request.source}`;

export const digestOf = (corpus: Corpus): string =>
  createHash('sha256')
    .update(readFileSync(corpusFile(corpus)))
    .digest('hex');

/** Corpora so short that a sample of them would show chance only. */
const ALWAYS_WHOLE: ReadonlySet<Corpus> = new Set(['exploits', 'exploit-steps', 'payloads']);

/** The requests of a corpus through one rule set, of the long ones each so manieth, with the CPU time that judging takes in the mean. */
export function scoreCorpus(site: SiteRuleSet, corpus: Corpus, every: number): CorpusScore {
  const groups = new Map<string, GroupScore>();
  let microseconds = 0;
  let sent = 0;
  for (const request of readCorpus(corpusFile(corpus), ALWAYS_WHOLE.has(corpus) ? 1 : every)) {
    const started = process.cpuUsage();
    const { blocked } = judge(site, request);
    const { user, system } = process.cpuUsage(started);
    microseconds += user + system;
    sent++;
    const name = groupOf(request);
    const group = groups.get(name) ?? {
      attack: isAttack(request),
      all: { sent: 0, blocked: 0 },
      unseen: { sent: 0, blocked: 0 },
    };
    groups.set(name, group);
    for (const share of request.half === 'unseen' ? [group.all, group.unseen] : [group.all]) {
      share.sent++;
      if (blocked) share.blocked++;
    }
  }
  return { groups, microsecondsPerRequest: microseconds / sent };
}
