import type { ByteString, MatchedTarget } from '../api.ts';
import { excerpt } from '../audit/excerpt.ts';
import type { CompiledLink, CompiledRule, SingleValue } from '../compiler/program.ts';
import type { MacroTemplate, OperatorContext } from '../operators/types.ts';
import { Entry } from '../variables/entry.ts';
import { expand } from './expand.ts';
import { covers, resolveTarget } from './resolve-targets.ts';
import type { TargetRemoval, TransactionState } from './state.ts';

/** More would make the record, not the verdict, expensive. */
const MAX_TARGETS_RECORDED = 16;

/** One evaluator per transaction: it is the context that operators see. */
export class LinkEvaluator implements OperatorContext {
  capturing = false;
  capturingGroups = false;
  locating = false;
  matchOffset = 0;
  matchLength = 0;
  readonly state: TransactionState;

  constructor(state: TransactionState) {
    this.state = state;
  }

  capture(index: number, value: ByteString): void {
    this.state.tx.capture(index, value);
  }

  expand(template: MacroTemplate): ByteString {
    return expand(this.state, template);
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
   * Looks at every value of every target; runs the link's effects for each that matches. `recorded` is `null` where
   * nobody will read what matched.
   */
  evaluate(rule: CompiledRule, link: CompiledLink, recorded: MatchedTarget[] | null): boolean {
    const state = this.state;
    if (link.operator === null) {
      for (const effect of link.onMatch) effect(state);
      return true;
    }
    const removals = this.#removals(rule);
    if (link.single !== null && removals.length === 0)
      return this.#evaluateSingle(link, link.single, recorded);
    let matched = false;
    // A target is resolved before its values are judged: as a target, MATCHED_VARS means what links before this one matched.
    for (const target of link.targets) {
      const entries = resolveTarget(state, target);
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index]!;
        if (link.exclusions.length > 0 && isExcluded(state, link, entry)) continue;
        if (removals.length > 0 && this.#removed(rule, link, entry, removals)) continue;
        if (this.#evaluateEntry(link, entry, recorded, matched)) matched = true;
      }
    }
    return matched;
  }

  #evaluateSingle(link: CompiledLink, single: SingleValue, recorded: MatchedTarget[] | null): boolean {
    const state = this.state;
    const value = single.read(state);
    if (value === null) return false;
    this.locating = recorded !== null;
    this.matchOffset = 0;
    this.matchLength = 0;
    if (link.operator!.evaluate(value, this) === link.negated) return false;
    const entry = single.entry(state, value);
    if (link.first) state.matched.beginRule();
    state.matched.add(entry, value);
    if (recorded !== null) recorded.push(this.#record(link, entry, value));
    for (const effect of link.onMatch) effect(state);
    return true;
  }

  /** Whether the link would match, without captures and effects. */
  wouldMatch(link: CompiledLink): boolean {
    const state = this.state;
    return (
      link.operator === null ||
      link.targets.some((target) =>
        resolveTarget(state, target).some(
          (entry) => !isExcluded(state, link, entry) && this.#entryWouldMatch(link, entry),
        ),
      )
    );
  }

  #evaluateEntry(
    link: CompiledLink,
    entry: Entry,
    recorded: MatchedTarget[] | null,
    matchedBefore: boolean,
  ): boolean {
    const state = this.state;
    if (!link.multiMatch) {
      return this.#evaluateValue(
        link,
        entry,
        state.transformed.apply(link.transformations, entry.value),
        recorded,
        matchedBefore,
      );
    }
    let value = entry.value;
    let matched = this.#evaluateValue(link, entry, value, recorded, matchedBefore);
    for (const step of link.transformations.steps) {
      const next = state.transformed.step(step, value);
      if (next === value) continue;
      value = next;
      if (this.#evaluateValue(link, entry, value, recorded, matchedBefore || matched)) matched = true;
    }
    return matched;
  }

  #evaluateValue(
    link: CompiledLink,
    entry: Entry,
    value: ByteString,
    recorded: MatchedTarget[] | null,
    matchedBefore: boolean,
  ): boolean {
    const state = this.state;
    this.capturing = link.capture && !link.negated;
    this.capturingGroups = link.captureGroups;
    this.matchOffset = 0;
    this.matchLength = 0;
    this.locating = recorded !== null;
    const answer = link.operator!.evaluate(value, this);
    this.capturing = false;
    if (answer === link.negated) return false;
    if (link.first && !matchedBefore) state.matched.beginRule();
    state.matched.add(entry, value);
    if (recorded !== null && recorded.length < MAX_TARGETS_RECORDED)
      recorded.push(this.#record(link, entry, value));
    for (const effect of link.onMatch) effect(state);
    return true;
  }

  #record(link: CompiledLink, entry: Entry, transformed: ByteString): MatchedTarget {
    const negated = link.negated;
    const offset = negated ? 0 : this.matchOffset;
    const length = negated ? 0 : this.matchLength;
    const after = excerpt(transformed, offset, length);
    const same = transformed === entry.value;
    const before = same ? after : excerpt(entry.value, Math.min(offset, entry.value.length), length);
    return {
      name: entry.name,
      value: before.text,
      valueOffset: before.start,
      transformed: after.text,
      matchOffset: offset - after.start,
      matchLength: Math.min(length, after.text.length - (offset - after.start)),
      transformations: link.transformations.names,
      operator: link.operatorText,
    };
  }

  #removals(rule: CompiledRule): readonly TargetRemoval[] {
    const state = this.state;
    if (state.removedTargets === null && state.site.exclusions === null) return NO_REMOVALS;
    const dynamic = state.removedTargets?.get(rule.index);
    if (state.site.exclusions === null) return dynamic ?? NO_REMOVALS;
    const fixed = state.site.exclusions
      .of(rule.index)
      .flatMap(({ name, target, pathPrefix }) =>
        target !== null && (pathPrefix === null || state.request.filename.startsWith(pathPrefix))
          ? [{ target, exclusion: name }]
          : [],
      );
    return dynamic === undefined ? fixed : [...dynamic, ...fixed];
  }

  #removed(
    rule: CompiledRule,
    link: CompiledLink,
    entry: Entry,
    removals: readonly TargetRemoval[],
  ): boolean {
    const state = this.state;
    const removal = removals.find(({ target }) => covers(state, target, entry));
    if (removal === undefined) return false;
    if (removal.exclusion !== null && this.#entryWouldMatch(link, entry)) {
      state.recordExclusion({ name: removal.exclusion, ruleId: rule.id, target: entry.name });
    }
    return true;
  }

  #entryWouldMatch(link: CompiledLink, entry: Entry): boolean {
    this.capturing = false;
    this.locating = false;
    const value = this.state.transformed.apply(link.transformations, entry.value);
    return link.operator!.evaluate(value, this) !== link.negated;
  }
}

function isExcluded(state: TransactionState, link: CompiledLink, entry: Entry): boolean {
  return link.exclusions.some((exclusion) => covers(state, exclusion, entry));
}

const NO_REMOVALS: readonly TargetRemoval[] = [];
