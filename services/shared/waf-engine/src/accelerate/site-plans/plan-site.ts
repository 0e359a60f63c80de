import type { CompiledRule, CompiledRules, PhaseRules } from '../../model/compiled-rules.ts';
import {
  afterMatch,
  buildPhasePlan,
  type PhasePlans,
  type PlannedPlace,
  type Shortcut,
} from '../../model/phase-plan.ts';
import type { SiteExclusions } from '../../model/site-exclusions.ts';
import { type TxAssignment, type TxValue, TxValues } from '../../model/tx-values.ts';
import { RuleSettler, type SiteFacts, txKeysReadBy } from './settle-rule.ts';
import { TxKnowledge } from './tx-knowledge.ts';

/**
 * Computes beforehand what a rule set does identically for every request of a site. Rule sets such as OWASP CRS spend
 * most of their rules on themselves: defaults for unset values, jumps over disabled paranoia levels. Those compare TX
 * values that no request changes. Walking through each phase once with the known TX values (jumps only go forward)
 * leaves the rules that inspect requests, and one assignment for all values set on the way.
 *
 * The plan is valid as long as every phase that runs reaches its end and no rule removes settled rules; otherwise the
 * transaction falls back to the plain plan.
 */
export function planSite(ruleSet: CompiledRules, site: SiteFacts): PhasePlans {
  const { plans, selectors } = site.accelerators;
  if (ruleSet.rules.some(readsForeignMatch)) return plans;
  const settler = new RuleSettler(ruleSet, site);
  // Rules that the site leaves out, or takes a target from, are asked each time: what that changed is to be reported.
  const open = new Set([...excludedRules(ruleSet, site.exclusions), ...(site.adjustments?.keys() ?? [])]);
  // A host may leave phases out, so a phase may come after any of those before it.
  let before: TxKnowledge | null = null;
  let shared = site.tx;
  return ruleSet.phases.map((phase, number) => {
    if (number === 0) return plans[0]!;
    const walk = new PhaseWalk(phase, settler, open, before?.copy() ?? TxKnowledge.of(site.tx));
    const places = walk.places(shared);
    shared = places.shared;
    if (before === null) before = walk.end;
    else before.join(walk.end);
    return buildPhasePlan({ rules: phase.rules, groupOf: selectors[number]?.groupOf ?? null }, places.places);
  });
}

/** Indexes of rules that the site excludes wholly, or for values of TX. */
export function excludedRules(ruleSet: CompiledRules, exclusions: SiteExclusions | null): number[] {
  if (exclusions === null) return [];
  return ruleSet.rules.flatMap(({ index }) => {
    const ofRule = exclusions.of(index);
    return ofRule.some(({ target }) => target === null || target.name === 'TX') ? [index] : [];
  });
}

/** `MATCHED_VAR` before the rule has matched anything is what the rule before it matched, whichever that was. */
function readsForeignMatch({ links, description }: CompiledRule): boolean {
  const first = links[0]!;
  if (first.operator === null) return /matched_/i.test(description.text);
  return (
    first.targets.some(({ name }) => name.startsWith('MATCHED_')) || /matched_/i.test(first.operatorText)
  );
}

function assignmentOf(shared: TxValues, changes: ReadonlyMap<string, TxValue | null>): TxAssignment {
  const values = new Map(shared.byKey);
  for (const [key, value] of changes) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  return { before: shared, after: new TxValues(values), changes };
}

interface OpenAssignment {
  readonly changes: Map<string, TxValue | null>;
  next: number;
}

class PhaseWalk {
  readonly end: TxKnowledge;
  private readonly rules: readonly CompiledRule[];
  private readonly settler: RuleSettler;
  private readonly open: ReadonlySet<number>;
  private readonly storedPlaces: (PlannedPlace | OpenAssignment)[];
  /** Known values on arrival at each index; `null`: nothing leads there so far. */
  private readonly arrivals: (TxKnowledge | null)[];
  private readonly waysTo: Uint16Array;
  /** The assignment that every way to a place has just come from, through nothing but settled rules. */
  private readonly assignmentBefore: (OpenAssignment | null)[];

  constructor(phase: PhaseRules, settler: RuleSettler, open: ReadonlySet<number>, start: TxKnowledge) {
    this.rules = phase.rules;
    this.settler = settler;
    this.open = open;
    const count = phase.rules.length;
    this.storedPlaces = phase.rules.map(() => ({ kind: 'unreachable' }));
    this.arrivals = new Array<TxKnowledge | null>(count + 1).fill(null);
    this.waysTo = new Uint16Array(count + 1);
    this.assignmentBefore = new Array<OpenAssignment | null>(count + 1).fill(null);
    this.arrive(0, start);
    for (const rule of phase.rules) {
      const known = this.arrivals[rule.position]!;
      if (known === null) continue;
      this.arrivals[rule.position] = null;
      const outcome = open.has(rule.index) ? null : settler.settle(rule, known);
      if (outcome === null) this.leaveOpen(rule, known);
      else this.settle(rule, known, outcome.matched, outcome.changes);
    }
    this.end = this.arrivals[count]!;
  }

  /** Chains the assignments: each begins with the frozen values that the one before left. */
  places(first: TxValues): { readonly places: readonly PlannedPlace[]; readonly shared: TxValues } {
    let shared = first;
    // No stretch begins within another: there it would be reached only by those who had to leave that.
    let shortcutEnd = 0;
    const places = this.storedPlaces.map((place, position): PlannedPlace => {
      if ('changes' in place) {
        const assignment = assignmentOf(shared, place.changes);
        shared = assignment.after;
        return { kind: 'assign', next: place.next, assignment };
      }
      if (place.kind !== 'rule' || position < shortcutEnd) return place;
      const shortcut = this.shortcutFrom(position, shared);
      if (shortcut === null) return place;
      shortcutEnd = shortcut.next;
      shared = shortcut.assignment?.after ?? shared;
      return { kind: 'rule', shortcut };
    });
    return { places, shared };
  }

  /** The effect of the rules from here on if TX holds just the frozen values, as far as these decide it. */
  private shortcutFrom(start: number, shared: TxValues): Shortcut | null {
    const known = TxKnowledge.of(shared);
    const changes = new Map<string, TxValue | null>();
    const keys = new Set<string>();
    let position = start;
    let count = 0;
    while (position < this.rules.length) {
      const place = this.storedPlaces[position]!;
      if ('changes' in place) break;
      if (place.kind === 'settled') {
        position = place.next;
        continue;
      }
      const rule = this.rules[position]!;
      if (place.kind !== 'rule' || this.open.has(rule.index)) break;
      const outcome = this.settler.settle(rule, known);
      if (outcome === null) break;
      for (const key of txKeysReadBy(rule)) keys.add(key);
      for (const [key, value] of outcome.changes) {
        changes.set(key, value);
        known.write(key, value);
        // What lies above the frozen values would hide what is assigned to them.
        keys.add(key);
      }
      position = outcome.matched ? afterMatch(rule) : position + 1;
      count++;
    }
    if (count === 0) return null;
    const assignment = changes.size === 0 ? null : assignmentOf(shared, changes);
    return { shared, keys: [...keys], assignment, next: position };
  }

  private leaveOpen(rule: CompiledRule, known: TxKnowledge): void {
    this.storedPlaces[rule.position] = { kind: 'rule', shortcut: null };
    for (const { onMatch, onFullMatch } of rule.links) {
      for (const { tx } of [...onMatch, ...onFullMatch]) if (tx !== undefined) known.forget(tx.key);
    }
    const jump = afterMatch(rule);
    if (jump !== rule.position + 1) this.arrive(jump, known.copy());
    this.arrive(rule.position + 1, known);
  }

  private settle(
    rule: CompiledRule,
    known: TxKnowledge,
    matched: boolean,
    changes: ReadonlyMap<string, TxValue | null>,
  ): void {
    const next = matched ? afterMatch(rule) : rule.position + 1;
    let assignment = this.waysTo[rule.position] === 1 ? this.assignmentBefore[rule.position]! : null;
    this.storedPlaces[rule.position] = { kind: 'settled', next };
    if (changes.size > 0) {
      if (assignment === null) {
        assignment = { changes: new Map(), next };
        this.storedPlaces[rule.position] = assignment;
      }
      for (const [key, value] of changes) {
        assignment.changes.set(key, value);
        known.write(key, value);
      }
    }
    this.arrive(next, known);
    this.assignmentBefore[Math.min(next, this.rules.length)] = assignment;
  }

  private arrive(place: number, known: TxKnowledge): void {
    const at = Math.min(place, this.rules.length);
    this.waysTo[at]!++;
    const there = this.arrivals[at]!;
    if (there === null) this.arrivals[at] = known;
    else there.join(known);
  }
}
