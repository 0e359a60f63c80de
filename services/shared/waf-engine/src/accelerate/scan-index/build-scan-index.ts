import {
  compilePatternSet,
  compilePhraseSet,
  type Pattern,
  type PatternSet,
  type PhraseSet,
} from '@palisade/regex';
import { prepareTarget, resolveTarget } from '../../evaluate/rules/resolve-targets.ts';
import type { TransformationChains } from '../../evaluate/transformations/transformation-chains.ts';
import type {
  CompiledLink,
  CompiledRule,
  CompiledTarget,
  TransformationChain,
} from '../../model/compiled-rules.ts';
import type { OperatorScan } from '../../model/operator.ts';
import { PackedKeys } from '../../model/packed-keys.ts';
import { CandidateMemo } from '../candidate-memo/candidate-memo.ts';
import { Prefilters } from '../prefilter/build-prefilter.ts';
import type { SharedPrefilter } from '../prefilter/shared-prefilter.ts';
import { gatesOf } from './rule-gates.ts';
import type { ScanForm, ScanGroup, ScanIndex, ScanProfile, ScanSource } from './scan-index.ts';

/** Numbers the sources of all phases of a rule set. */
export class SourceNumbers {
  private count = 0;

  next(): number {
    return this.count++;
  }
}

/** Builds the index of one phase; `null` where no rule would profit. */
export function buildScanIndex(
  rules: readonly CompiledRule[],
  chains: TransformationChains,
  numbers = new SourceNumbers(),
): ScanIndex | null {
  const groupOf = new Int16Array(rules.length).fill(-1);
  const members = new Map<string, CompiledRule[]>();
  const gates = gatesOf(rules);
  for (const rule of rules.slice(countFirstRefusals(rules))) {
    if (!isIndexable(rule.links[0]!)) continue;
    const gate = gates[rule.position]!;
    const known = members.get(gate);
    if (known === undefined) members.set(gate, [rule]);
    else known.push(rule);
  }
  if (members.size === 0) return null;
  const sets = new SetCache(numbers);
  const merged = mergeFew(members);
  const shared = sharedPrefiltersOf(merged, sets.prefilters);
  const groups: ScanGroup[] = [];
  for (const group of merged) {
    for (const rule of group) groupOf[rule.position] = groups.length;
    groups.push({ sources: buildSources(group, chains, sets, shared) });
  }
  return { groups, groupOf, sharedPrefilters: shared.size };
}

/**
 * Rules with which a phase begins and that refuse by a flag or a count alone, such as REQUEST_LIMIT_EXCEEDED: what they
 * refuse is not scanned first.
 */
function countFirstRefusals(rules: readonly CompiledRule[]): number {
  let count = 0;
  for (const [index, { links, disruptive }] of rules.entries()) {
    if (!links.every(({ operator, single }) => operator === null || single !== null)) break;
    if (disruptive === 'deny' || disruptive === 'drop') count = index + 1;
  }
  return count;
}

/** So few patterns more cost less than looking at every value once more. */
const FEW = 8;

/** A few rules behind a gate are scanned for with those behind none: found or not, a rule runs only where it is reached. */
function mergeFew(
  members: ReadonlyMap<string, readonly CompiledRule[]>,
): readonly (readonly CompiledRule[])[] {
  const ungated = [...(members.get('') ?? [])];
  if (ungated.length === 0) return [...members.values()];
  const groups: (readonly CompiledRule[])[] = [ungated];
  for (const [gate, rules] of members) {
    if (gate === '') continue;
    if (rules.length <= FEW && rules.every(isCheap)) ungated.push(...rules);
    else groups.push(rules);
  }
  return groups;
}

/** Transformations that change any value mean work for every request: CRS draws its samples by a digest of UNIQUE_ID. */
function isCheap(rule: CompiledRule): boolean {
  const kind = scanOf(rule)?.kind;
  const { steps, triggers } = rule.links[0]!.transformations;
  return (kind === 'pattern' || kind === 'phrases') && (steps.length === 0 || triggers !== null);
}

/** Only values that cannot change while the phase runs may be scanned ahead of their rules. */
function isIndexable(link: CompiledLink): boolean {
  return (
    link.operator !== null &&
    (link.operator.scan !== undefined || link.pure) &&
    link.targets.length > 0 &&
    link.targets.every(
      (target) => !target.count && target.variable.stability === 'fixed' && target.selector?.kind !== 'macro',
    )
  );
}

interface SourceDraft {
  /** Name of the variable, or of the part of it that the rules see. */
  readonly name: string;
  readonly target: CompiledTarget;
  readonly uses: { readonly rule: CompiledRule; readonly target: CompiledTarget }[];
}

function buildSources(
  rules: readonly CompiledRule[],
  chains: TransformationChains,
  sets: SetCache,
  shared: ReadonlyMap<string, SharedPrefilter>,
): ScanSource[] {
  const phraseRules = rules.filter((rule) => scanOf(rule)?.kind === 'phrases');
  return draftSources(rules).map((draft) => buildSource(draft, chains, sets, phraseRules, shared));
}

function draftSources(rules: readonly CompiledRule[]): readonly SourceDraft[] {
  const drafts = new Map<string, SourceDraft>();
  for (const rule of rules) {
    for (const target of rule.links[0]!.targets) {
      const name = target.selector?.kind === 'xpath' ? `${target.name}:${target.selector.path}` : target.name;
      const draft = drafts.get(name) ?? { name, target, uses: [] };
      draft.uses.push({ rule, target });
      drafts.set(name, draft);
    }
  }
  return [...drafts.values()];
}

/** By name of the source, for those that more than one group has a prefilter for. */
function sharedPrefiltersOf(
  groups: readonly (readonly CompiledRule[])[],
  prefilters: Prefilters,
): ReadonlyMap<string, SharedPrefilter> {
  const uses = new Map<string, SourceDraft['uses'][]>();
  for (const draft of groups.flatMap(draftSources)) {
    const isCollection = draft.target.variable.kind === 'collection';
    if (!isCollection || prefilters.of(keylessOf(draft.uses)) === null) continue;
    uses.set(draft.name, [...(uses.get(draft.name) ?? []), draft.uses]);
  }
  const shared = new Map<string, SharedPrefilter>();
  for (const [name, ofGroups] of uses) {
    const all = ofGroups.flat();
    const prefilter = ofGroups.length < 2 ? null : prefilters.of(keylessOf(all));
    if (prefilter === null) continue;
    const keys = all.flatMap(({ target: { selector } }) =>
      selector?.kind === 'key' ? selector.lowerKey : [],
    );
    shared.set(name, {
      index: shared.size,
      prefilter,
      keys: keys.length === 0 ? null : new PackedKeys(new Set(keys)),
    });
  }
  return shared;
}

/** Rules that see the values under all keys. */
const keylessOf = (uses: SourceDraft['uses']): readonly CompiledRule[] => [
  ...new Set(uses.flatMap(({ rule, target }) => (target.selector?.kind === 'key' ? [] : rule))),
];

function buildSource(
  { name, target, uses }: SourceDraft,
  chains: TransformationChains,
  sets: SetCache,
  phraseRules: readonly CompiledRule[],
  shared: ReadonlyMap<string, SharedPrefilter>,
): ScanSource {
  const rules = [...new Set(uses.map((use) => use.rule))];
  const byKind = (kind: OperatorScan['kind'] | undefined) =>
    rules.filter((rule) => scanOf(rule)?.kind === kind);
  const withPattern = byKind('pattern');
  const withPhrases = byKind('phrases');
  const phraseWord = (withPattern.length + 31) >>> 5;
  const withTest = [...byKind(undefined), ...byKind('test')];
  const testWord = phraseWord + ((withPhrases.length + 31) >>> 5);
  const words = testWord + ((withTest.length + 31) >>> 5);
  const bits = new Map<CompiledRule, number>();
  for (const [index, rule] of withPattern.entries()) bits.set(rule, index);
  for (const [index, rule] of withPhrases.entries()) bits.set(rule, phraseWord * 32 + index);
  for (const [index, rule] of withTest.entries()) bits.set(rule, testWord * 32 + index);

  const mask = (selected: Iterable<CompiledRule>): Uint32Array => {
    const result = new Uint32Array(words);
    for (const rule of selected) result[bits.get(rule)! >> 5]! |= 1 << (bits.get(rule)! & 31);
    return result;
  };
  const positions = new Int32Array(words * 32).fill(-1);
  for (const [rule, bit] of bits) positions[bit] = rule.position;

  const newProfile = (rules: readonly CompiledRule[]): ScanProfile => {
    const forms = buildForms(rules, mask, bits, chains, sets);
    return {
      rules: mask(rules),
      empty: rules.length === 0,
      forms,
      triggers: forms.reduce((all, { chain }) => all | chain.triggerBits, 0),
      memo: new CandidateMemo(),
    };
  };
  const keyless = keylessOf(uses);
  const profiles = new Map<string, ScanProfile>();
  for (const { target: keyed } of uses) {
    if (keyed.selector?.kind !== 'key' || profiles.has(keyed.selector.lowerKey)) continue;
    const { lowerKey } = keyed.selector;
    const own = uses.flatMap((use) =>
      use.target.selector?.kind === 'key' && use.target.selector.lowerKey === lowerKey ? [use.rule] : [],
    );
    profiles.set(lowerKey, newProfile([...keyless, ...own]));
  }
  const whole: CompiledTarget =
    target.variable.kind === 'xpath' ? target : { ...target, selector: null, text: target.name };
  return {
    number: sets.numbers.next(),
    name: target.name,
    entries: (state) => resolveTarget(state, whole),
    prepare: (state) => prepareTarget(state, whole),
    isXml: target.variable.kind === 'xpath',
    scalar: target.variable.kind === 'scalar' ? target.variable : null,
    list: target.variable.kind === 'collection' ? (target.variable.list ?? null) : null,
    prefilter: sets.prefilters.of(keyless),
    sharedPrefilter: shared.get(name) ?? null,
    patterns: sets.patterns(withPattern),
    // One automaton for all lists of the group: its cost does not depend on how many lists there are.
    phrases: withPhrases.length === 0 ? null : sets.phrases(phraseRules),
    phraseBits: Int32Array.from(phraseRules, (rule) => bits.get(rule) ?? -1),
    tests: withTest.map((rule) => ({ bit: bits.get(rule)!, operator: rule.links[0]!.operator! })),
    phraseWord,
    testWord,
    words,
    negated: mask(rules.filter((rule) => rule.links[0]!.negated)),
    positions,
    defaultProfile: newProfile(keyless),
    profiles,
    longestKey: Math.max(0, ...[...profiles.keys()].map((key) => key.length)),
    keys: profiles.size === 0 ? null : new PackedKeys(profiles.keys()),
  };
}

const scanOf = (rule: CompiledRule): OperatorScan | undefined => rule.links[0]!.operator!.scan;

const patternOf = (rule: CompiledRule): Pattern | null => {
  const scan = scanOf(rule);
  return scan?.kind === 'pattern' ? scan.pattern : null;
};

/** A rule with multiMatch inspects the value after every step, so it takes part in every prefix of its chain. */
function buildForms(
  rules: readonly CompiledRule[],
  mask: (rules: Iterable<CompiledRule>) => Uint32Array,
  bits: ReadonlyMap<CompiledRule, number>,
  chains: TransformationChains,
  sets: SetCache,
): ScanForm[] {
  const wanting = new Map<TransformationChain, Set<CompiledRule>>();
  const want = (chain: TransformationChain, rule: CompiledRule): void => {
    const known = wanting.get(chain);
    if (known === undefined) wanting.set(chain, new Set([rule]));
    else known.add(rule);
  };
  for (const rule of rules) {
    const { transformations, multiMatch } = rule.links[0]!;
    want(transformations, rule);
    if (!multiMatch) continue;
    for (let length = 0; length < transformations.names.length; length++) {
      want(chains.intern(transformations.names.slice(0, length))!, rule);
    }
  }
  return [...wanting].map(([chain, users]) => {
    const withPattern = [...users].filter((rule) => patternOf(rule) !== null);
    return {
      chain,
      rules: mask(users),
      patterns: chain.steps.length === 0 ? null : sets.patterns(withPattern),
      patternBits: Int32Array.from(withPattern, (rule) => bits.get(rule)!),
    };
  });
}

/** ARGS and ARGS_NAMES mostly have the same rules: equal lists share one automaton, and so its states. */
class SetCache {
  readonly numbers: SourceNumbers;
  readonly prefilters = new Prefilters();
  private readonly storedPatterns = new Map<string, PatternSet>();
  private readonly storedPhrases = new Map<string, PhraseSet>();

  constructor(numbers: SourceNumbers) {
    this.numbers = numbers;
  }

  patterns(rules: readonly CompiledRule[]): PatternSet | null {
    if (rules.length === 0) return null;
    const key = rules.map((rule) => rule.index).join();
    const known = this.storedPatterns.get(key);
    if (known !== undefined) return known;
    const set = compilePatternSet(rules.map((rule) => patternOf(rule)!));
    this.storedPatterns.set(key, set);
    return set;
  }

  phrases(rules: readonly CompiledRule[]): PhraseSet | null {
    if (rules.length === 0) return null;
    const key = rules.map((rule) => rule.index).join();
    const known = this.storedPhrases.get(key);
    if (known !== undefined) return known;
    const set = compilePhraseSet(
      rules.map((rule) => (scanOf(rule) as Extract<OperatorScan, { kind: 'phrases' }>).phrases),
    );
    this.storedPhrases.set(key, set);
    return set;
  }
}
