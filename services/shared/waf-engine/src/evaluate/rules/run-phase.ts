import { decodeUtf8 } from '@palisade/regex';
import {
  type Interruption,
  type MatchedTarget,
  type Phase,
  type PhaseAnswer,
  type RuleMatch,
  UNFINISHED,
} from '../../model/api.ts';
import { type CompiledRule, SEVERITIES } from '../../model/compiled-rules.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import { NO, type Outcome, UNFINISHED_YET, YES } from '../../model/pausable.ts';
import type { PhasePlan } from '../../model/phase-plan.ts';
import type { RuleSelector } from '../state/accelerators.ts';
import type { MatchedSpan } from '../state/matched-span.ts';
import type { RuleProgress } from '../state/paused-phase.ts';
import { liesBelow } from '../state/request-facts.ts';
import type { TransactionState } from '../state/state.ts';
import { describeSpan } from './describe-span.ts';
import type { LinkEvaluator } from './evaluate-link.ts';
import { expand } from './expand.ts';
import { expandForRecord } from './expand-for-record.ts';

/**
 * Runs one phase's rules in order and returns the interruption, if any. Where the slice ends, it returns UNFINISHED;
 * `resumePhase` continues between two rules, or between two values within one.
 */
export function runPhase(state: TransactionState, evaluator: LinkEvaluator, phase: Phase): PhaseAnswer {
  state.phase = phase;
  if (state.allowed === 'phase') state.allowed = null;
  if (state.allowed === 'request' && phase >= 3) state.allowed = null;
  // Site plans assume what phase 1 sets.
  if (phase === 1) state.started = true;
  else if (!state.started) state.regular = false;
  const { plans, accelerators } = state.site;
  const plan = state.regular ? plans[phase]! : accelerators.plans[phase]!;
  if (plan.first >= plan.rules.length) return null;
  if (mustStop(state)) return leave(state, null);
  const selectors = state.inUse.scan_index ? accelerators.selectors[phase] : null;
  const selector = selectors?.take(state, evaluator) ?? null;
  return runFrom(state, evaluator, plan, plan.first, selector, null);
}

/** Runs another slice of the paused phase. */
export function resumePhase(state: TransactionState, evaluator: LinkEvaluator): PhaseAnswer {
  const { plan, step, selector, rule } = state.paused!;
  state.paused = null;
  return runFrom(state, evaluator, plan, step, selector, rule);
}

function runFrom(
  state: TransactionState,
  evaluator: LinkEvaluator,
  firstPlan: PhasePlan,
  firstStep: number,
  selector: RuleSelector | null,
  begun: RuleProgress | null,
): PhaseAnswer {
  const answer = runSteps(state, evaluator, firstPlan, firstStep, selector, begun);
  if (answer !== UNFINISHED && selector !== null && state.inUse.scan_reuse)
    state.site.accelerators.selectors[state.phase]!.giveBack(selector);
  return answer;
}

function runSteps(
  state: TransactionState,
  evaluator: LinkEvaluator,
  firstPlan: PhasePlan,
  firstStep: number,
  selector: RuleSelector | null,
  begun: RuleProgress | null,
): PhaseAnswer {
  const { phase } = state;
  const plainPlan = state.site.accelerators.plans[phase]!;
  let plan = firstPlan;
  let end = plan.rules.length;
  let step = firstStep;
  let progress = begun;
  while (step < end) {
    const rule = plan.rules[step]!;
    if (rule === null) {
      const shortcut = plan.shortcuts[step]!;
      if (shortcut !== null && !state.tx.isUntouched(shortcut.shared, shortcut.keys)) {
        step = plan.next[step]!;
        continue;
      }
      const assignment = shortcut === null ? plan.assignments[step]! : shortcut.assignment;
      if (assignment !== null) state.tx.assign(assignment);
      state.matched.clear();
      step = shortcut === null ? plan.next[step]! : plan.jump[step]!;
      continue;
    }
    const group = plan.groups[step]!;
    if (group >= 0 && selector !== null) {
      if (!selector.resume(group)) return pause(state, plan, step, selector, null);
      if (!selector.mayMatch(rule.position)) {
        state.matched.clear();
        step = selector.isQuiet(group) ? plan.runEnd[step]! : plan.next[step]!;
        continue;
      }
    }
    if (state.budget.isSliceOver) return pause(state, plan, step, selector, progress);
    let removed: Outcome = NO;
    if (progress === null || progress === BEING_REMOVED) {
      removed = isRemoved(state, evaluator, rule);
      if (removed === UNFINISHED_YET) return pause(state, plan, step, selector, BEING_REMOVED);
      progress = null;
    }
    const outcome = removed === YES ? NO : evaluateRule(state, evaluator, rule, progress);
    if (typeof outcome !== 'number') return pause(state, plan, step, selector, outcome);
    progress = null;
    if (outcome === NO) {
      state.matched.clear();
      step = plan.next[step]!;
      if (mustStop(state)) return leave(state, null);
      continue;
    }
    const interruption = disrupt(state, rule);
    if (interruption !== null && phase !== 5) return leave(state, interruption);
    step = plan.jump[step]!;
    if (!state.regular && plan !== plainPlan) {
      plan = plainPlan;
      end = plan.rules.length;
      step = plan.jump[rule.position]!;
    }
    if (step < end && mustStop(state)) return leave(state, null);
  }
  return null;
}

/** Progress of an excluded rule, which is only evaluated to record whether it would have matched. */
const BEING_REMOVED: RuleProgress = { link: 0, targets: null };

function pause(
  state: TransactionState,
  plan: PhasePlan,
  step: number,
  selector: RuleSelector | null,
  rule: RuleProgress | null,
): typeof UNFINISHED {
  state.paused = { plan, step, selector, rule };
  return UNFINISHED;
}

const mustStop = ({ mode, allowed, phase }: TransactionState): boolean =>
  mode === 'Off' || (allowed !== null && phase !== 5);

/** Leaves the phase early, so that site plans for later phases no longer apply. */
function leave(state: TransactionState, interruption: Interruption | null): Interruption | null {
  state.regular = false;
  return interruption;
}

function isRemoved(state: TransactionState, evaluator: LinkEvaluator, rule: CompiledRule): Outcome {
  if (state.removedRules?.has(rule.index)) return YES;
  if (state.site.exclusions === null) return NO;
  const exclusion = state.site.exclusions
    .of(rule.index)
    .find(
      ({ target, pathPrefix }) =>
        target === null && (pathPrefix === null || liesBelow(state.request, pathPrefix)),
    );
  if (exclusion === undefined) return NO;
  const outcome = evaluator.wouldMatch(rule.links[0]!);
  if (outcome === UNFINISHED_YET) return outcome;
  if (outcome === YES) state.recordExclusion({ name: exclusion.name, ruleId: rule.id, target: null });
  return YES;
}

/** Whether the rule matched; or its progress, where the slice ended within it. */
function evaluateRule(
  state: TransactionState,
  evaluator: LinkEvaluator,
  rule: CompiledRule,
  progress: RuleProgress | null,
): typeof NO | typeof YES | RuleProgress {
  let targets: MatchedSpan[] | null;
  if (progress === null) {
    state.currentRule = rule;
    state.currentScore = 0;
    targets = rule.recorded ? [] : null;
  } else targets = progress.targets;
  let complete = true;
  for (let link = progress?.link ?? 0; link < rule.links.length; link++) {
    const outcome = evaluator.evaluate(rule, rule.links[link]!, targets);
    if (outcome === UNFINISHED_YET) return { link, targets };
    if (outcome === NO) {
      complete = false;
      break;
    }
  }
  // Earlier links of a chain may have added scores even if a later link does not match; these stand, as in ModSecurity.
  if (state.phase <= 2) state.inboundScore += state.currentScore;
  else state.outboundScore += state.currentScore;
  if (!complete) return NO;
  // From the innermost link outwards, so that outer links override, as in ModSecurity.
  for (let index = rule.links.length - 1; index >= 0; index--) {
    for (const effect of rule.links[index]!.onFullMatch) effect.run(state);
  }
  if (rule.severity !== null && rule.severity < state.highestSeverity) state.highestSeverity = rule.severity;
  if (targets !== null) recordMatch(state, rule, targets);
  return YES;
}

function recordMatch(state: TransactionState, rule: CompiledRule, spans: readonly MatchedSpan[]): void {
  const targets = spans.map(describeSpan);
  const { description } = rule;
  state.matches.push({
    ruleId: rule.id,
    phase: state.phase,
    message: textFor(state, rule.message ?? '', description.message, targets),
    data: rule.logData === null ? '' : expandForRecord(state, rule.logData, targets),
    severity: rule.severity === null ? null : SEVERITIES[rule.severity]!,
    tags: rule.tags.map((tag, index) => textFor(state, tag, description.tags[index]!, targets)),
    logged: rule.logged,
    targets,
    score: state.currentScore,
  } satisfies RuleMatch);
}

/** @param plain the text if it has no macros, decoded at compile time */
function textFor(
  state: TransactionState,
  template: OperatorArgument,
  plain: string,
  targets: readonly MatchedTarget[],
): string {
  return typeof template === 'string' ? plain : decodeUtf8(expandForRecord(state, template, targets));
}

function disrupt(state: TransactionState, rule: CompiledRule): Interruption | null {
  if (rule.disruptive === 'pass' || state.site.adjustments?.get(rule.index)?.logOnly) return null;
  const enforcing = state.mode === 'On';
  if (rule.disruptive === 'allow') {
    if (enforcing) state.allowed = rule.allowScope;
    return null;
  }
  const interruption: Interruption = {
    action: rule.disruptive,
    status: rule.status,
    ruleId: rule.id,
    phase: state.phase,
    ...(rule.redirect === null ? {} : { location: expand(state, rule.redirect) }),
  };
  if (!enforcing) {
    state.wouldInterrupt ??= interruption;
    return null;
  }
  if (state.phase !== 5) state.interruption ??= interruption;
  return interruption;
}
