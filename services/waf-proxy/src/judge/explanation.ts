import { type MatchedTarget, type RuleMatch, transformationSteps } from '@palisade/waf-engine';
import { CUSTOM_RECORD } from '../features/custom-rules/custom-rules-phase.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Judgement } from './judgement.ts';

/** Outcome of a request in one phase; `left_out`: the phase depends on more than this request. */
export interface ExplainedPhase {
  readonly name: string;
  readonly answer: 'went_on' | 'decided' | 'left_out';
}

export interface ExplainedStep {
  readonly name: string;
  readonly value: string;
}

/** A value that a rule matched. Text is decoded as UTF-8. */
export interface ExplainedTarget {
  /** Such as `ARGS:q`. */
  readonly name: string;
  readonly value: string;
  /** The result of each transformation; empty where only a part of the value is shown. */
  readonly steps: readonly ExplainedStep[];
  readonly transformed: string;
  /** The bytes that the operator matched; '' where it has no position. */
  readonly found: string;
  readonly operator: string;
}

export interface ExplainedMatch {
  readonly ruleId: number;
  /** SecLang's: 1 headers, 2 body. */
  readonly phase: number;
  readonly message: string;
  readonly score: number;
  readonly severity: string | null;
  /** False: the rule only counts or prepares, and is not logged. */
  readonly logged: boolean;
  readonly tags: readonly string[];
  readonly targets: readonly ExplainedTarget[];
}

/** Everything about how one request was judged. */
export interface Explanation {
  readonly judgement: Judgement;
  readonly phases: readonly ExplainedPhase[];
  readonly matches: readonly ExplainedMatch[];
  /** Exclusions that kept a rule from running. */
  readonly exclusions: readonly {
    readonly name: string;
    readonly ruleId: number;
    readonly target: string | null;
  }[];
  readonly bodyProcessor: string | null;
  readonly bodyError: string | null;
  readonly bytesInspected: number;
}

/** Bounds the size of an explanation: hostile requests match hundreds of rules. */
const MAX_MATCHES = 200;
const MAX_TARGETS = 8;

export function explanationOf(
  context: RequestContext,
  judgement: Judgement,
  phases: readonly ExplainedPhase[],
): Explanation {
  const audit = context.transaction?.audit() ?? null;
  const matches = [...(CUSTOM_RECORD.read(context)?.matches ?? []), ...(audit?.matches ?? [])];
  return {
    judgement,
    phases,
    matches: matches.slice(0, MAX_MATCHES).map(explainedMatch),
    exclusions: audit?.exclusions ?? [],
    bodyProcessor: audit?.bodyProcessor ?? null,
    bodyError: audit?.bodyError ?? null,
    bytesInspected: audit?.requestBytesInspected ?? 0,
  };
}

const explainedMatch = ({ targets, data: _, ...match }: RuleMatch): ExplainedMatch => ({
  ...match,
  targets: targets.slice(0, MAX_TARGETS).map(explainedTarget),
});

function explainedTarget(target: MatchedTarget): ExplainedTarget {
  const { name, value, transformed, transformations, operator, matchOffset, matchLength } = target;
  const steps = transformationSteps(transformations, value);
  // Transformations of a part may differ from those of the whole value.
  const isWhole = (steps.at(-1)?.value ?? value) === transformed;
  return {
    name: text(name),
    value: text(value),
    steps: isWhole ? steps.map((step) => ({ name: step.name, value: text(step.value) })) : [],
    transformed: text(transformed),
    found: text(transformed.slice(matchOffset, matchOffset + matchLength)),
    operator,
  };
}

const text = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
