import type { Interruption, MatchedTarget, Phase, RuleMatch } from '../api.ts';
import { type CompiledRule, SEVERITIES } from '../compiler/program.ts';
import { decodeUtf8 } from '../seclang/byte-text.ts';
import type { LinkEvaluator } from './evaluate-link.ts';
import { expand } from './expand.ts';
import type { TransactionState } from './state.ts';

/** Runs one phase's rules in order and returns what stops the transaction, if anything does. */
export function runPhase(
  state: TransactionState,
  evaluator: LinkEvaluator,
  phase: Phase,
): Interruption | null {
  state.phase = phase;
  if (state.allowed === 'phase') state.allowed = null;
  if (state.allowed === 'request' && phase >= 3) state.allowed = null;
  // Site plans take for granted what phase 1 has set.
  if (phase === 1) state.started = true;
  else if (!state.started) state.regular = false;
  const program = state.program.phases[phase]!;
  let plan = state.regular ? state.site.plan[phase]! : program.plan;
  let end = plan.rules.length;
  if (plan.first >= end) return null;
  if (mustStop(state)) return leave(state, null);
  const selection = program.selection?.begin(state, evaluator) ?? null;

  let step = plan.first;
  while (step < end) {
    const rule = plan.rules[step]!;
    if (rule === null) {
      const foreseen = plan.foreseen[step]!;
      if (foreseen !== null && !state.tx.isUntouched(foreseen.shared, foreseen.keys)) {
        step = plan.next[step]!;
        continue;
      }
      const assignment = foreseen === null ? plan.assignments[step]! : foreseen.assignment;
      if (assignment !== null) state.tx.assign(assignment);
      state.matched.clear();
      step = foreseen === null ? plan.next[step]! : plan.jump[step]!;
      continue;
    }
    const group = plan.groups[step]!;
    if (group >= 0 && !selection!.mayMatch(group, rule.position)) {
      state.matched.clear();
      step = selection!.isQuiet(group) ? plan.runEnd[step]! : plan.next[step]!;
      continue;
    }
    if (isRemoved(state, evaluator, rule) || !evaluateRule(state, evaluator, rule)) {
      state.matched.clear();
      step = plan.next[step]!;
      if (mustStop(state)) return leave(state, null);
      continue;
    }
    const interruption = disrupt(state, rule);
    if (interruption !== null && phase !== 5) return leave(state, interruption);
    step = plan.jump[step]!;
    if (!state.regular && plan !== program.plan) {
      plan = program.plan;
      end = plan.rules.length;
      step = plan.jump[rule.position]!;
    }
    if (step < end && mustStop(state)) return leave(state, null);
  }
  return null;
}

const mustStop = ({ mode, allowed, phase }: TransactionState): boolean =>
  mode === 'Off' || (allowed !== null && phase !== 5);

/** The phase ends before its end: what is known beforehand of later phases no longer holds. */
function leave(state: TransactionState, interruption: Interruption | null): Interruption | null {
  state.regular = false;
  return interruption;
}

function isRemoved(state: TransactionState, evaluator: LinkEvaluator, rule: CompiledRule): boolean {
  if (state.removedRules?.has(rule.index)) return true;
  if (state.site.exclusions === null) return false;
  const exclusion = state.site.exclusions
    .of(rule.index)
    .find(
      ({ target, pathPrefix }) =>
        target === null && (pathPrefix === null || state.request.filename.startsWith(pathPrefix)),
    );
  if (exclusion === undefined) return false;
  if (evaluator.wouldMatch(rule.links[0]!)) {
    state.recordExclusion({ name: exclusion.name, ruleId: rule.id, target: null });
  }
  return true;
}

function evaluateRule(state: TransactionState, evaluator: LinkEvaluator, rule: CompiledRule): boolean {
  state.currentRule = rule;
  state.currentScore = 0;
  const targets: MatchedTarget[] | null = rule.recorded ? [] : null;
  let complete = true;
  for (const link of rule.links) {
    if (!evaluator.evaluate(rule, link, targets)) {
      complete = false;
      break;
    }
  }
  // A chain's first links may already have scored when a later one does not match: that stands, as in ModSecurity.
  if (state.phase <= 2) state.inboundScore += state.currentScore;
  else state.outboundScore += state.currentScore;
  if (!complete) return false;
  // Innermost first, so that an outer link has the last word, as in ModSecurity.
  for (let index = rule.links.length - 1; index >= 0; index--) {
    for (const effect of rule.links[index]!.onFullMatch) effect(state);
  }
  if (rule.severity !== null && rule.severity < state.highestSeverity) state.highestSeverity = rule.severity;
  if (targets !== null) recordMatch(state, rule, targets);
  return true;
}

function recordMatch(state: TransactionState, rule: CompiledRule, targets: readonly MatchedTarget[]): void {
  state.matches.push({
    ruleId: rule.id,
    phase: state.phase,
    message: rule.message === null ? '' : decodeUtf8(expand(state, rule.message)),
    data: rule.logData === null ? '' : expand(state, rule.logData),
    severity: rule.severity === null ? null : SEVERITIES[rule.severity]!,
    tags: rule.tags.map((tag) => decodeUtf8(expand(state, tag))),
    logged: rule.logged,
    targets,
    score: state.currentScore,
  } satisfies RuleMatch);
}

function disrupt(state: TransactionState, rule: CompiledRule): Interruption | null {
  if (rule.disruptive === 'pass') return null;
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
