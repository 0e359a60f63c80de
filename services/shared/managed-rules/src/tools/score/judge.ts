import { type AuditRecord, compileRuleSet, type RuleMatch, type SiteRuleSet } from '@palisade/waf-engine';
import { loadManagedRules, sensitivityVariables } from '../../index.ts';
import type { CorpusRequest } from './corpus.ts';

export interface Judgement {
  readonly blocked: boolean;
  /** Of the rules that scored, each once, in the order in which they fired. */
  readonly ruleIds: readonly number[];
  /** Where each rule that scored first found something, and what: `1001 ARGS:q «…»`. */
  readonly findings: readonly string[];
}

const SHOWN_BYTES = 90;

/** The managed rules as a site of this sensitivity has them. */
export function managedSite(sensitivity: 'low' | 'medium' | 'high'): SiteRuleSet {
  return compileRuleSet(loadManagedRules()).withOverlay({ tx: sensitivityVariables(sensitivity) });
}

/** Evaluates a request in the phases that run before it is forwarded. */
export function inspect(site: SiteRuleSet, request: CorpusRequest): AuditRecord {
  const transaction = site.beginTransaction({
    id: request.id,
    clientAddress: '198.51.100.7',
    clientPort: 50_000,
    serverAddress: '192.0.2.1',
    serverPort: 443,
  });
  transaction.requestLine(request.method, request.target, 'HTTP/1.1');
  if (transaction.requestHeaders(request.headers) === null) {
    if (request.body.length > 0 && transaction.wantsRequestBody()) transaction.requestBodyChunk(request.body);
    transaction.requestBody();
  }
  transaction.logging();
  return transaction.audit();
}

export function judge(site: SiteRuleSet, request: CorpusRequest): Judgement {
  const { interruption, matches } = inspect(site, request);
  const scored = matches.filter(({ score }) => score > 0);
  return {
    blocked: interruption !== null,
    ruleIds: [...new Set(scored.map(({ ruleId }) => ruleId))],
    findings: scored.map(finding),
  };
}

function finding({ ruleId, targets }: RuleMatch): string {
  const [target] = targets;
  if (target === undefined) return String(ruleId);
  const { name, transformed, matchOffset, matchLength } = target;
  const from = Math.max(0, matchOffset - 20);
  const excerpt = transformed.slice(from, Math.max(matchOffset + matchLength, from + SHOWN_BYTES));
  return `${ruleId} ${name} «${Buffer.from(excerpt.slice(0, 2 * SHOWN_BYTES), 'latin1').toString('utf8')}»`;
}
