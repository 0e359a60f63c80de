import { buildAccelerators } from '../accelerate/build-accelerators.ts';
import { SitePlans } from '../accelerate/site-plans/site-plans.ts';
import { compileRules } from '../compile/compile.ts';
import { resolveExclusions } from '../compile/exclusions.ts';
import { notAccelerated } from '../evaluate/rules/not-accelerated.ts';
import type { Accelerators } from '../evaluate/state/accelerators.ts';
import { pathAsRead } from '../evaluate/state/request-path.ts';
import type { SiteView } from '../evaluate/state/site-view.ts';
import type {
  CompiledRuleSet,
  CompileOptions,
  ConnectionFacts,
  RequestLimits,
  RuleAdjustment,
  RuleSetOverlay,
  RuleSource,
  SiteRuleSet,
  SlicedTransaction,
  Transaction,
  TransactionPorts,
} from '../model/api.ts';
import type { CompiledRules } from '../model/compiled-rules.ts';
import { standsFor } from './same-result.ts';
import { RuleTransaction } from './transaction.ts';

/**
 * Compiles SecLang sources, in order, to a frozen rule set.
 * @throws RuleError for the first thing that cannot be compiled
 */
export function compileRuleSet(
  sources: readonly RuleSource[],
  options: CompileOptions = {},
): CompiledRuleSet {
  const { ruleSet: rules, chains } = compileRules(sources, options.ports);
  const isNaive = options.evaluation === 'naive';
  const accelerators = isNaive ? notAccelerated(rules) : buildAccelerators(rules, chains, options.switches);
  const plans = new SitePlans(rules, accelerators, !isNaive);
  const ruleSet: CompiledRuleSet = {
    ruleCount: rules.rules.length,
    ruleIds: Object.freeze(rules.rules.map((rule) => rule.id)),
    switches: accelerators.switches,
    readsBodies: rules.settings.requestBodyReadings,
    bodyLimits: Object.freeze({ ...rules.settings.limits }),
    describe: (id) => rules.rulesById.get(id)?.description ?? null,
    withOverlay: (overlay) => openSite(ruleSet, { rules, accelerators, plans }, overlay),
  };
  return Object.freeze(ruleSet);
}

function resolveAdjustments(
  rules: CompiledRules,
  adjustments: readonly RuleAdjustment[],
): SiteView['adjustments'] {
  const known = adjustments.flatMap((adjustment) => {
    const rule = rules.rulesById.get(adjustment.ruleId);
    return rule === undefined ? [] : [[rule.index, adjustment] as const];
  });
  return known.length === 0 ? null : new Map(known);
}

interface Compiled {
  readonly rules: CompiledRules;
  readonly accelerators: Accelerators;
  readonly plans: SitePlans;
}

function openSite(
  ruleSet: CompiledRuleSet,
  { rules, accelerators, plans }: Compiled,
  overlay: RuleSetOverlay,
): SiteRuleSet {
  const mode = overlay.mode ?? rules.settings.mode;
  const exclusions = resolveExclusions(rules, overlay.exclusions ?? [], pathAsRead);
  const adjustments = resolveAdjustments(rules, overlay.adjustments ?? []);
  const view: SiteView = {
    mode,
    requestLimits: requestLimitsOf(rules, overlay),
    exclusions,
    adjustments,
    accelerators,
    ...plans.planFor(overlay.tx ?? {}, exclusions, adjustments),
  };
  const site: SiteRuleSet = Object.freeze({
    ruleSet,
    mode: view.mode,
    requestLimits: view.requestLimits,
    // Without an end to its only slice a transaction is never unfinished.
    beginTransaction: (connection: ConnectionFacts, ports: TransactionPorts = {}): Transaction =>
      new RuleTransaction(rules, view, connection, ports, Number.POSITIVE_INFINITY) as Transaction,
    beginSlicedTransaction: (
      connection: ConnectionFacts,
      stepsPerSlice: number,
      ports: TransactionPorts = {},
    ): SlicedTransaction => new RuleTransaction(rules, view, connection, ports, stepsPerSlice),
    standsFor(other: SiteRuleSet) {
      const opened = overlays.get(other);
      return opened?.rules === rules ? standsFor(rules, overlay, opened.overlay) : null;
    },
  });
  overlays.set(site, { rules, overlay });
  return site;
}

/** What sites were created from. */
const overlays = new WeakMap<SiteRuleSet, { rules: CompiledRules; overlay: RuleSetOverlay }>();

function requestLimitsOf(
  { settings }: CompiledRules,
  { inspectedBodyBytes: bytes }: RuleSetOverlay,
): RequestLimits {
  const { requestBody, requestBodyNoFiles } = settings.limits;
  if (bytes === undefined || !settings.requestBodyReadings) return { requestBody, requestBodyNoFiles };
  // A window of a form with files needs no smaller limit, although little else is inspected.
  const more = Math.max(1, bytes / requestBodyNoFiles);
  return { requestBody: Math.round(requestBody * more), requestBodyNoFiles: bytes };
}
