import type { CompiledRuleSet, RuleSetOverlay, SiteRuleSet } from '@palisade/waf-engine';

/** How often something was done, and how often at most in one turn of the event loop. */
class TurnCount {
  all = 0;
  mostInOneTurn = 0;
  private inTurn = 0;

  note(): void {
    this.all++;
    if (this.inTurn++ === 0) {
      setImmediate(() => {
        this.inTurn = 0;
      });
    }
    this.mostInOneTurn = Math.max(this.mostInOneTurn, this.inTurn);
  }
}

/** The rule set, in which each of the first two phases reports this many steps. */
export function countedRules(ruleSet: CompiledRuleSet, steps: number) {
  const begun = new TurnCount();
  const bodies = new TurnCount();
  const withOverlay = (overlay: RuleSetOverlay): SiteRuleSet => {
    const site = ruleSet.withOverlay(overlay);
    return {
      ...site,
      beginSlicedTransaction(...given) {
        begun.note();
        const transaction = site.beginSlicedTransaction(...given);
        let phases = 0;
        return {
          ...transaction,
          get matcherSteps() {
            return phases * steps;
          },
          requestHeaders(headers) {
            phases++;
            return transaction.requestHeaders(headers);
          },
          requestBody() {
            phases++;
            bodies.note();
            return transaction.requestBody();
          },
        };
      },
    };
  };
  return { begun, bodies, ruleSet: { ...ruleSet, withOverlay } };
}
