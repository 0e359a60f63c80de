import { createHash } from 'node:crypto';
import type { SiteRuleSet } from '@palisade/waf-engine';
import { CORPORA, type Corpus, groupOf, isAttack } from './corpora.ts';
import { type CorpusRequest, corpusFile, readCorpus } from './corpus.ts';
import { judge } from './judge.ts';
import type { Share } from './tally.ts';

const SEED = 'scores';
/** Requests of each group; blocked benign requests are rare, so more of those are judged. */
const ATTACKS = 60;
const BENIGN = 250;

/** The same few requests of each group at every run: those whose digests with the seed are the lowest. */
function* sampledRequests(): Generator<{ corpus: Corpus; group: string; request: CorpusRequest }> {
  for (const corpus of CORPORA) {
    const groups = Map.groupBy(readCorpus(corpusFile(corpus)), groupOf);
    for (const [group, requests] of groups)
      for (const { request } of requests
        .map((one) => ({ request: one, rank: rankOf(one) }))
        .sort((one, other) => (one.rank < other.rank ? -1 : 1))
        .slice(0, isAttack(requests[0]!) ? ATTACKS : BENIGN))
        yield { corpus, group, request };
  }
}

/** By `corpus group`. */
export function scoreSample(site: SiteRuleSet): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const { corpus, group, request } of sampledRequests()) {
    const name = `${corpus} ${group}`;
    const share = shares.get(name) ?? { sent: 0, blocked: 0 };
    shares.set(name, share);
    share.sent++;
    if (judge(site, request).blocked) share.blocked++;
  }
  return shares;
}

const rankOf = ({ id }: CorpusRequest): string => createHash('sha256').update(`${SEED} ${id}`).digest('hex');
