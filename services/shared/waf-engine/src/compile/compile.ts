import { TransformationChains } from '../evaluate/transformations/transformation-chains.ts';
import type { CompilePorts, Phase, RuleSource } from '../model/api.ts';
import type { CompiledRule, CompiledRules } from '../model/compiled-rules.ts';
import { groupReaders } from './capture-use.ts';
import { type Collected, collectRules, type Marker } from './collect-rules.ts';
import { compileRule, type RuleCompilation } from './compile-rule.ts';
import type { RuleDraft } from './drafts/rule-draft.ts';
import { selects } from './select-rules.ts';
import { defaultSettings } from './settings.ts';
import { updateDirectives } from './update-directives.ts';

/**
 * Sources → directives → drafts (rules with their defaults, chains joined) → updates and removals applied → compiled
 * rules by phase, jumps resolved → a frozen rule set. `chains` are all lists of transformations in it.
 */
export function compileRules(
  sources: readonly RuleSource[],
  ports: CompilePorts = {},
): { readonly ruleSet: CompiledRules; readonly chains: TransformationChains } {
  const settings = defaultSettings();
  const collected = collectRules(sources, settings, ports);
  const items = applyUpdates(collected);
  const drafts = items.filter(isDraft);
  const ids = assignIds(drafts);

  const compilation: RuleCompilation = {
    ports,
    chains: new TransformationChains(),
    blockActions: collected.blockActions,
    readsGroups: groupReaders(drafts, collected.updates),
    lookup: {
      select: (selection) => drafts.flatMap((draft, index) => (selects(selection, draft) ? [index] : [])),
      looksAtTxOnly: (index) => drafts[index]!.variables.every(({ name }) => name === 'TX'),
    },
  };
  const rules = drafts.map((draft, index) => compileRule(draft, index, ids[index]!, compilation));
  const byDraft = new Map(drafts.map((draft, index) => [draft, rules[index]!]));
  const phases = ([1, 2, 3, 4, 5] as const).map((phase) => ({
    phase,
    rules: orderPhase(phase, items, byDraft),
  }));
  const ruleSet = {
    rules,
    phases: [{ phase: 1, rules: [] } as const, ...phases],
    settings,
    rulesById: new Map(rules.map((rule) => [rule.id, rule])),
  };
  return { ruleSet, chains: compilation.chains };
}

const isDraft = (item: RuleDraft | Marker): item is RuleDraft => !('marker' in item);

function applyUpdates({ items, updates }: Collected): readonly (RuleDraft | Marker)[] {
  let current: readonly (RuleDraft | Marker)[] = items;
  for (const node of updates) {
    const removed = updateDirectives.get(node.name.toLowerCase())!(node, current.filter(isDraft));
    if (removed.length > 0) current = current.filter((item) => !isDraft(item) || !removed.includes(item));
  }
  return current;
}

/** Every rule outside of a chain needs an id of its own, so that it can be explained, excluded and removed. */
function assignIds(drafts: readonly RuleDraft[]): number[] {
  const seen = new Map<number, RuleDraft>();
  return drafts.map((draft) => {
    const { id, line, offset } = draft;
    if (id === null) throw line.error('seclang_missing_id', 'a rule needs an id', offset);
    const other = seen.get(id);
    if (other !== undefined) {
      const where = `${other.line.file}:${other.line.line}`;
      throw line.error('seclang_duplicate_id', `rule id ${id} is already used at ${where}`, offset);
    }
    seen.set(id, draft);
    return id;
  });
}

/** Markers are in every phase: `skipAfter` jumps behind the next one of that name, else to the end of the phase. */
function orderPhase(
  phase: Phase,
  items: readonly (RuleDraft | Marker)[],
  compiled: ReadonlyMap<RuleDraft, CompiledRule>,
): CompiledRule[] {
  const rules: CompiledRule[] = [];
  const waiting = new Map<string, CompiledRule[]>();
  for (const item of items) {
    if (!isDraft(item)) {
      for (const rule of waiting.get(item.marker) ?? []) rule.skipTo = rules.length;
      waiting.delete(item.marker);
      continue;
    }
    if (item.phase !== phase) continue;
    const rule = compiled.get(item)!;
    rule.position = rules.length;
    rules.push(rule);
    const label = [item, ...item.followers].findLast((link) => link.skipAfter !== null)?.skipAfter ?? null;
    if (label !== null) waiting.set(label, [...(waiting.get(label) ?? []), rule]);
  }
  for (const rule of [...waiting.values()].flat()) rule.skipTo = rules.length;
  return rules;
}
