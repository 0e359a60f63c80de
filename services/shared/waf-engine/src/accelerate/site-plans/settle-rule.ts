import { LinkEvaluator } from '../../evaluate/rules/evaluate-link.ts';
import type { SiteView } from '../../evaluate/state/site-view.ts';
import { TransactionState } from '../../evaluate/state/state.ts';
import { TxStore } from '../../evaluate/state/tx-store.ts';
import type { ConnectionFacts } from '../../model/api.ts';
import type { CompiledLink, CompiledRule, CompiledRules, Effect } from '../../model/compiled-rules.ts';
import { lowerAscii } from '../../model/entry.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import { YES } from '../../model/pausable.ts';
import type { TxValue } from '../../model/tx-values.ts';
import type { TxKnowledge } from './tx-knowledge.ts';

/** The effect of a rule that is the same for every request. */
export interface Outcome {
  readonly matched: boolean;
  readonly changes: ReadonlyMap<string, TxValue | null>;
}

/** A site before it has plans of its own. */
export type SiteFacts = Omit<SiteView, 'plans'>;

const NOBODY: ConnectionFacts = {
  id: '',
  clientAddress: '',
  clientPort: 0,
  serverAddress: '',
  serverPort: 0,
};

/** Tells what rules do that depend on nothing but known values of TX, by running them as a transaction would. */
export class RuleSettler {
  private readonly ruleSet: CompiledRules;
  private readonly site: SiteView;

  constructor(ruleSet: CompiledRules, site: SiteFacts) {
    this.ruleSet = ruleSet;
    this.site = { ...site, plans: [] };
  }

  /** `null` where it depends on the request, or where a match leaves more behind than values of TX. */
  settle(rule: CompiledRule, known: TxKnowledge): Outcome | null {
    if (!isDecided(rule.links[0]!, known)) return null;
    const state = new TransactionState(this.ruleSet, this.site, NOBODY, {}, new TxStore(known.values()));
    const evaluator = new LinkEvaluator(state);
    const changes = () => (state.currentScore === 0 ? state.tx.changes() : null);
    for (const link of rule.links) {
      // What earlier links have written is not in `known`: a chain that reads its own values is left to the request.
      if (!isDecided(link, known) || (state.tx.changes().size > 0 && !link.first)) return null;
      if (evaluator.evaluate(rule, link, null) === YES) {
        if (!leavesOnlyValues(link, known)) return null;
        continue;
      }
      const written = changes();
      return written && { matched: false, changes: written };
    }
    const written = changes();
    const silent = !rule.recorded && rule.severity === null && rule.disruptive === 'pass';
    const more = rule.links.some((link) => link.onFullMatch.length > 0);
    return silent && !more && written !== null ? { matched: true, changes: written } : null;
  }
}

/** Whether the link matches does not depend on the request. */
function isDecided(link: CompiledLink, known: TxKnowledge): boolean {
  if (link.exclusions.length > 0 || link.operatorArgument === null) return false;
  const targets = link.targets.every(
    ({ name, selector }) => name === 'TX' && selector?.kind === 'key' && known.isKnown(selector.lowerKey),
  );
  return targets && known.knowsMacros(link.operatorArgument);
}

/** A match only sets TX values that do not depend on the request either. */
const leavesOnlyValues = (link: CompiledLink, known: TxKnowledge): boolean =>
  !link.capture && link.onMatch.every((effect) => isSettledEffect(effect, known));

function isSettledEffect({ tx }: Effect, known: TxKnowledge): boolean {
  if (tx === undefined || typeof tx.key !== 'string') return false;
  return known.knowsMacros(tx.value) && (!tx.adds || known.isKnown(lowerAscii(tx.key)));
}

/** Keys of TX, in lower case, read by a rule that inspects nothing else. */
export function txKeysReadBy({ links }: CompiledRule): string[] {
  const inText = (text: OperatorArgument): string[] =>
    typeof text === 'string'
      ? []
      : text.parts.flatMap((part) =>
          typeof part !== 'string' && part.variable === 'TX' && part.key !== null
            ? [part.key.toLowerCase()]
            : [],
        );
  return links.flatMap(({ targets, operatorArgument, onMatch }) => [
    ...targets.flatMap(({ selector }) => (selector?.kind === 'key' ? [selector.lowerKey] : [])),
    ...inText(operatorArgument ?? ''),
    ...onMatch.flatMap(({ tx }) =>
      tx === undefined
        ? []
        : [...inText(tx.value), ...(tx.adds && typeof tx.key === 'string' ? [lowerAscii(tx.key)] : [])],
    ),
  ]);
}
