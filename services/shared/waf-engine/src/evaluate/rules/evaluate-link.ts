import type { ByteString } from '../../model/api.ts';
import type { CompiledLink, CompiledRule, CompiledTarget, SingleValue } from '../../model/compiled-rules.ts';
import { Entry } from '../../model/entry.ts';
import type { MacroTemplate, OperatorContext } from '../../model/operator.ts';
import { type Judging, NO, type Outcome, type Pausable, UNFINISHED_YET, YES } from '../../model/pausable.ts';
import type { MatchedSpan } from '../state/matched-span.ts';
import { liesBelow } from '../state/request-facts.ts';
import type { TargetRemoval, TransactionState } from '../state/state.ts';
import { expand } from './expand.ts';
import { KeySelection } from './key-selection.ts';
import { LinkProgress } from './link-progress.ts';
import { evaluateInSlices, LONG } from './long-values.ts';
import { covers, prepareTarget, resolveTarget } from './resolve-targets.ts';

/**
 * Maximum number of matched targets recorded per link; more would make records expensive without affecting the verdict.
 */
const MAX_TARGETS_RECORDED = 16;
/** Fixed cost of evaluating a value, besides reading it, in matcher steps. */
const STEPS_PER_VALUE = 128;

/** Evaluates links of rules. One per transaction; operators see it as their context. */
export class LinkEvaluator
  implements OperatorContext, Judging<[CompiledRule, CompiledLink, MatchedSpan[] | null]>
{
  capturing = false;
  capturingGroups = false;
  locating = false;
  matchOffset = 0;
  matchLength = 0;
  readonly state: TransactionState;
  /** Progress in the link that the end of a slice interrupted. */
  private progress: LinkProgress | null = null;
  /** The target whose entries are being selected. */
  private selection: KeySelection | null = null;
  /** The long value whose evaluation was interrupted. */
  private longValue: Pausable<boolean> | null = null;

  constructor(state: TransactionState) {
    this.state = state;
  }

  capture(index: number, value: ByteString): void {
    this.state.tx.capture(index, value);
  }

  expand(template: MacroTemplate): ByteString {
    return expand(this.state, template);
  }

  get inUse() {
    return this.state.inUse;
  }

  get budget() {
    return this.state.budget;
  }

  lookUpGeo(address: ByteString): boolean {
    const facts = this.state.ports.geoLookup?.(address) ?? null;
    if (facts === null) return false;
    this.state.geo = Object.entries(facts).map(([key, value]) => new Entry('GEO', key, value));
    return true;
  }

  /**
   * Evaluates every value of every target and runs the link's effects for each match. `recorded` is null where nobody
   * reads what matched. Returns "unfinished" where the slice ends between two values; to be called again with the same
   * arguments.
   */
  evaluate(rule: CompiledRule, link: CompiledLink, recorded: MatchedSpan[] | null): Outcome {
    const state = this.state;
    if (link.operator === null) {
      for (const effect of link.onMatch) effect.run(state);
      return YES;
    }
    const progress = this.progress;
    this.progress = null;
    const removals = progress?.removals ?? this.removals(rule);
    if (link.single !== null && removals.length === 0 && state.inUse.single_values) {
      const value = link.single.read(state);
      if (value === null) return NO;
      if (value.length <= LONG) return this.evaluateSingle(link, link.single, value, recorded) ? YES : NO;
    }
    const { targets } = link;
    let matched = progress?.matched ?? false;
    let index = progress?.entry ?? 0;
    let entries = progress?.entries ?? null;
    // A target is resolved before its values are evaluated: as a target, MATCHED_VARS means the matches of earlier
    // links.
    for (let at = progress?.target ?? 0; at < targets.length; at++) {
      entries ??= this.resolve(targets[at]!);
      if (entries === null) {
        this.progress = new LinkProgress(at, 0, null, matched, removals);
        return UNFINISHED_YET;
      }
      for (; index < entries.length; index++) {
        if (state.budget.isSliceOver) {
          this.progress = new LinkProgress(at, index, entries, matched, removals);
          return UNFINISHED_YET;
        }
        const entry = entries[index]!;
        if (link.exclusions.length > 0 && isExcluded(state, link, entry)) continue;
        const removal =
          removals.length === 0 ? undefined : removals.find(({ target }) => covers(state, target, entry));
        const outcome =
          removal === undefined
            ? this.evaluateEntry(link, entry, recorded, matched)
            : this.noteRemoved(rule, link, entry, removal);
        if (outcome === UNFINISHED_YET) {
          this.progress = new LinkProgress(at, index, entries, matched, removals);
          return UNFINISHED_YET;
        }
        if (outcome === YES && removal === undefined) matched = true;
      }
      entries = null;
      index = 0;
    }
    return matched ? YES : NO;
  }

  /** Drops interrupted work. */
  abandon(): void {
    this.progress = null;
    this.longValue = null;
    this.selection = null;
    this.capturing = false;
  }

  /** `null`: the slice has ended. */
  private resolve(target: CompiledTarget): readonly Entry[] | null {
    const { state } = this;
    if (this.selection === null) {
      if (!isPrepared(state, target)) return null;
      this.selection = KeySelection.of(state, target);
      if (this.selection === null) return resolveTarget(state, target);
    }
    if (!this.selection.resume(state.budget)) return null;
    const { found } = this.selection;
    this.selection = null;
    return found;
  }

  private evaluateSingle(
    link: CompiledLink,
    single: SingleValue,
    value: ByteString,
    recorded: MatchedSpan[] | null,
  ): boolean {
    const state = this.state;
    state.budget.steps += value.length;
    this.locating = recorded !== null;
    this.matchOffset = 0;
    this.matchLength = 0;
    if (link.operator!.evaluate(value, this) === link.negated) return false;
    const entry = single.entry(state, value);
    if (link.first) state.matched.beginRule();
    state.matched.add(entry, value);
    if (recorded !== null) recorded.push(this.record(link, entry, value));
    for (const effect of link.onMatch) effect.run(state);
    return true;
  }

  /** Whether the link would match, without captures and effects. May be unfinished, like `evaluate`. */
  wouldMatch(link: CompiledLink): Outcome {
    const state = this.state;
    if (link.operator === null) return YES;
    const progress = this.progress;
    this.progress = null;
    let index = progress?.entry ?? 0;
    let entries = progress?.entries ?? null;
    for (let at = progress?.target ?? 0; at < link.targets.length; at++) {
      entries ??= this.resolve(link.targets[at]!);
      if (entries === null) {
        this.progress = new LinkProgress(at, 0, null, false, NO_REMOVALS);
        return UNFINISHED_YET;
      }
      for (; index < entries.length; index++) {
        if (state.budget.isSliceOver) {
          this.progress = new LinkProgress(at, index, entries, false, NO_REMOVALS);
          return UNFINISHED_YET;
        }
        const entry = entries[index]!;
        if (isExcluded(state, link, entry)) continue;
        const outcome = this.entryWouldMatch(link, entry);
        if (outcome === YES) return YES;
        if (outcome === UNFINISHED_YET) {
          this.progress = new LinkProgress(at, index, entries, false, NO_REMOVALS);
          return UNFINISHED_YET;
        }
      }
      entries = null;
      index = 0;
    }
    return NO;
  }

  /** Unfinished only for long values. */
  private evaluateEntry(
    link: CompiledLink,
    entry: Entry,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): Outcome {
    if (entry.value.length > LONG) {
      this.longValue ??= this.evaluateLong(link, entry, recorded, matchedBefore);
      return this.resumeLong(this.longValue);
    }
    return this.evaluateShort(link, entry, recorded, matchedBefore) ? YES : NO;
  }

  private resumeLong(judgement: Pausable<boolean>): Outcome {
    const { done, value } = judgement.next();
    if (done !== true) return UNFINISHED_YET;
    this.longValue = null;
    return value ? YES : NO;
  }

  /** As {@link evaluateShort}, but pauses within the value. */
  private *evaluateLong(
    link: CompiledLink,
    entry: Entry,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): Pausable<boolean> {
    const { transformed } = this.state;
    let value = entry.value;
    if (!link.multiMatch) {
      value = yield* transformed.applyInSlices(link.transformations, value);
      return yield* this.evaluateLongValue(link, entry, value, recorded, matchedBefore);
    }
    let matched = yield* this.evaluateLongValue(link, entry, value, recorded, matchedBefore);
    for (const step of link.transformations.steps) {
      const next = yield* transformed.stepInSlices(step, value);
      if (next === value) continue;
      value = next;
      if (yield* this.evaluateLongValue(link, entry, value, recorded, matchedBefore || matched))
        matched = true;
    }
    return matched;
  }

  private *evaluateLongValue(
    link: CompiledLink,
    entry: Entry,
    value: ByteString,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): Pausable<boolean> {
    this.beginValue(link, recorded);
    this.budget.steps += STEPS_PER_VALUE;
    const answer = yield* evaluateInSlices(link.operator!, value, this, this.budget);
    return this.settle(answer, link, entry, value, recorded, matchedBefore);
  }

  private evaluateShort(
    link: CompiledLink,
    entry: Entry,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): boolean {
    const state = this.state;
    if (!link.multiMatch) {
      return this.evaluateValue(
        link,
        entry,
        state.transformed.apply(link.transformations, entry.value),
        recorded,
        matchedBefore,
      );
    }
    let value = entry.value;
    let matched = this.evaluateValue(link, entry, value, recorded, matchedBefore);
    for (const step of link.transformations.steps) {
      const next = state.transformed.step(step, value);
      if (next === value) continue;
      value = next;
      if (this.evaluateValue(link, entry, value, recorded, matchedBefore || matched)) matched = true;
    }
    return matched;
  }

  private evaluateValue(
    link: CompiledLink,
    entry: Entry,
    value: ByteString,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): boolean {
    this.beginValue(link, recorded);
    const operator = link.operator!;
    this.budget.steps += STEPS_PER_VALUE + value.length * (operator.stepsPerByte ?? 1);
    return this.settle(operator.evaluate(value, this), link, entry, value, recorded, matchedBefore);
  }

  private beginValue(link: CompiledLink, recorded: MatchedSpan[] | null): void {
    this.capturing = link.capture && !link.negated;
    this.capturingGroups = link.captureGroups;
    this.matchOffset = 0;
    this.matchLength = 0;
    this.locating = recorded !== null;
  }

  /** Applies the operator's negation, and runs the effects of a match. */
  private settle(
    answer: boolean,
    link: CompiledLink,
    entry: Entry,
    value: ByteString,
    recorded: MatchedSpan[] | null,
    matchedBefore: boolean,
  ): boolean {
    const state = this.state;
    this.capturing = false;
    if (answer === link.negated) return false;
    if (link.first && !matchedBefore) state.matched.beginRule();
    // A value that was found in MATCHED_VARS is not added again: each further link of a chain would double the
    // collection.
    if (!link.first && entry.collection === 'MATCHED_VARS' && value === entry.value)
      state.matched.setLast(entry, value);
    else state.matched.add(entry, value);
    if (recorded !== null && recorded.length < MAX_TARGETS_RECORDED)
      recorded.push(this.record(link, entry, value));
    for (const effect of link.onMatch) effect.run(state);
    return true;
  }

  private record(link: CompiledLink, entry: Entry, transformed: ByteString): MatchedSpan {
    return { link, entry, transformed, offset: this.matchOffset, length: this.matchLength };
  }

  private removals(rule: CompiledRule): readonly TargetRemoval[] {
    const state = this.state;
    if (state.removedTargets === null && state.site.exclusions === null) return NO_REMOVALS;
    const dynamic = state.removedTargets?.get(rule.index);
    if (state.site.exclusions === null) return dynamic ?? NO_REMOVALS;
    const fixed = state.site.exclusions
      .of(rule.index)
      .flatMap(({ name, target, pathPrefix }) =>
        target !== null && (pathPrefix === null || liesBelow(state.request, pathPrefix))
          ? [{ target, exclusion: name }]
          : [],
      );
    return dynamic === undefined ? fixed : [...dynamic, ...fixed];
  }

  /** Notes an excluded value if the link would have matched it. */
  private noteRemoved(
    rule: CompiledRule,
    link: CompiledLink,
    entry: Entry,
    { exclusion }: TargetRemoval,
  ): Outcome {
    if (exclusion === null) return NO;
    const outcome = this.entryWouldMatch(link, entry);
    if (outcome === YES) this.state.recordExclusion({ name: exclusion, ruleId: rule.id, target: entry.name });
    return outcome;
  }

  /** Unfinished only for long values. */
  private entryWouldMatch(link: CompiledLink, entry: Entry): Outcome {
    this.capturing = false;
    this.locating = false;
    if (entry.value.length > LONG) {
      this.longValue ??= this.longWouldMatch(link, entry);
      return this.resumeLong(this.longValue);
    }
    const value = this.state.transformed.apply(link.transformations, entry.value);
    const operator = link.operator!;
    this.budget.steps += STEPS_PER_VALUE + value.length * (operator.stepsPerByte ?? 1);
    return operator.evaluate(value, this) === link.negated ? NO : YES;
  }

  private *longWouldMatch(link: CompiledLink, entry: Entry): Pausable<boolean> {
    const value = yield* this.state.transformed.applyInSlices(link.transformations, entry.value);
    this.budget.steps += STEPS_PER_VALUE;
    return (yield* evaluateInSlices(link.operator!, value, this, this.budget)) !== link.negated;
  }
}

function isExcluded(state: TransactionState, link: CompiledLink, entry: Entry): boolean {
  return link.exclusions.some((exclusion) => covers(state, exclusion, entry));
}

/** False: the slice ended before all entries of a large body that the target needs were made. */
function isPrepared(state: TransactionState, target: CompiledTarget): boolean {
  if (!prepareTarget(state, target)) return false;
  const { variable, selector } = target;
  if (variable.kind !== 'collection' || variable.list === undefined) return true;
  const list = variable.list.of(state);
  if (selector?.kind === 'key' && list.packedLacks(selector.lowerKey)) return true;
  if (!list.unpackSome(state.budget)) return false;
  return variable.list.shows === 'values' || list.nameSome(state.budget);
}

const NO_REMOVALS: readonly TargetRemoval[] = [];
