import { type MatchedTarget, type RuleMatch, transformationSteps } from '@palisade/waf-engine';
import { CUSTOM_RECORD } from '../features/custom-rules/custom-rules-phase.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Judgement } from './judgement.ts';

/** What became of a request in one of the edge's phases; `left_out`: it depends on more than this request. */
export interface ExplainedPhase {
  readonly name: string;
  readonly answer: 'went_on' | 'decided' | 'left_out';
}

export interface ExplainedStep {
  readonly name: string;
  readonly value: string;
}

/** A value that a rule matched. Texts are what UTF-8 makes of the bytes. */
export interface ExplainedTarget {
  /** Such as `ARGS:q`. */
  readonly name: string;
  readonly value: string;
  /** What each transformation made of it; empty where only a part of the value is shown. */
  readonly steps: readonly ExplainedStep[];
  readonly transformed: string;
  /** The bytes that the operator found; '' where it has no place. */
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
  /** False: it counts or prepares, and stands in no log. */
  readonly logged: boolean;
  readonly tags: readonly string[];
  readonly targets: readonly ExplainedTarget[];
}

/** Everything about how one request was judged. */
export interface Explanation {
  readonly judgement: Judgement;
  readonly phases: readonly ExplainedPhase[];
  readonly matches: readonly ExplainedMatch[];
  /** Exclusions that kept a rule from looking. */
  readonly exclusions: readonly {
    readonly name: string;
    readonly ruleId: number;
    readonly target: string | null;
  }[];
  readonly bodyProcessor: string | null;
  readonly bodyError: string | null;
  readonly bytesInspected: number;
}

/** Of all that a request may match: rules that count take few places, and hostile requests match hundreds. */
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
  // Of a part of a value they may say something else than of the whole.
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
