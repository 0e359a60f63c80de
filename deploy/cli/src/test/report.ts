import { printable } from '@palisade/command-line';
import { isRequestField } from '@palisade/site-policy/words';
import { type Explanation, tellingMatch, verdictSentence } from '@palisade/waf-proxy/judge';
import type { Expectation, NamedSample } from './samples.ts';

export interface Result extends NamedSample {
  explanation: Explanation;
  /** What it should have been, and is not; null: nothing is wrong. */
  failure: string | null;
}

export interface Totals {
  blocked: number;
  passed: number;
  unknown: number;
  failed: number;
}

/** Whoever is asked for a proof of work did not get through, either. */
export function became({ judgement: { outcome } }: Explanation): Expectation | 'unknown' {
  if (outcome === null) return 'unknown';
  return outcome === 'refused' || outcome === 'challenged' ? 'block' : 'pass';
}

export function failureOf(explanation: Explanation, expected: Expectation | null): string | null {
  const is = became(explanation);
  if (expected === null || is === expected) return null;
  return `expected to ${expected}, but: ${verdictSentence(explanation)}`;
}

const MAX_TARGET = 100;
const shortened = (target: string): string =>
  target.length <= MAX_TARGET ? target : `${target.slice(0, MAX_TARGET)}…`;

/** Of a chain the values that the request itself has, each once. */
const fieldsOf = (match: ReturnType<typeof tellingMatch>): string =>
  [...new Set(match?.targets.map(({ name }) => name).filter(isRequestField))].join(', ');

export function resultLine({ name, sample, explanation, failure }: Result): string {
  const { judgement, matches } = explanation;
  const telling = tellingMatch(matches);
  const fields = fieldsOf(telling);
  const mark = failure === null ? '  ' : '! ';
  const score = judgement.inboundScore > 0 ? ` · score ${judgement.inboundScore}` : '';
  const rule = telling === null ? '' : ` · rule ${telling.ruleId} · ${fields}`;
  const request = `${mark}${name}  ${sample.method} ${shortened(sample.target)}`;
  return `${printable(request)}\n    ${printable(`${verdictSentence(explanation)}${rule}${score}`)}`;
}

export const totalsLine = ({ blocked, passed, unknown, failed }: Totals): string =>
  [
    `${blocked} blocked`,
    `${passed} passed`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(failed > 0 ? [`${failed} not as expected`] : []),
  ].join(', ');

/** For programs: a line for each request. */
export const resultJson = ({ name, sample, explanation, failure }: Result): string =>
  JSON.stringify({
    name,
    method: sample.method,
    target: sample.target,
    verdict: became(explanation),
    sentence: verdictSentence(explanation),
    failure,
    ...explanation,
  });
