import { useMemo, useState } from 'react';
import { useGetSitePolicyQuery } from '../domain/domains-api.ts';
import {
  type ExclusionParts,
  exclusionsOf,
  type FiredRule,
  narrowest,
  type Scope,
  smallestChoices,
} from './exclusion-scope.ts';
import { requestPath } from './request-path.ts';
import { type KnownPrices, keyOf, useExclusionPrices } from './use-exclusion-prices.ts';

const MAX_PROPOSALS = 12;

export interface ProposedScope {
  scope: Scope;
  exclusions: ExclusionParts[];
  choose: (scope: Scope) => void;
  /** The anomaly score at which a request is refused; 0 until it is known. */
  threshold: number;
  prices: KnownPrices | null;
  isAsking: boolean;
  /** Would do as well, and lets less through than what was chosen. */
  cheaper: Scope | null;
}

/** The scope that an owner has chosen; until they do, that of the smallest ones which lets the fewest attacks through. */
export function useProposedScope(
  domainId: string,
  fired: readonly FiredRule[],
  target: string,
): ProposedScope {
  const { data: config } = useGetSitePolicyQuery({ id: domainId });
  const threshold = config?.policyConfig.inbound_anomaly_threshold ?? 0;
  const [chosen, choose] = useState<Scope | null>(null);
  const proposals = useMemo(
    () =>
      smallestChoices(fired, threshold)
        .slice(0, MAX_PROPOSALS)
        .map((rules) => narrowest(rules, target)),
    [fired, target, threshold],
  );
  const fields = useMemo(() => [...new Set(fired.flatMap((rule) => rule.fields))], [fired]);
  const scopes = [...proposals, ...(chosen === null ? [] : [chosen])]
    .map((scope) => exclusionsOf(fired, scope))
    .filter((exclusions) => exclusions.length > 0);
  const { prices, isAsking } = useExclusionPrices(domainId, requestPath(target), fields, scopes);

  const priceOf = (scope: Scope): number =>
    prices?.of.get(keyOf(exclusionsOf(fired, scope)))?.lets_through ?? Number.POSITIVE_INFINITY;
  const cheapest = proposals.reduce((best, one) => (priceOf(one) < priceOf(best) ? one : best));
  const scope = chosen ?? cheapest;
  const exclusions = useMemo(() => exclusionsOf(fired, scope), [fired, scope]);
  const cheaper = chosen !== null && priceOf(cheapest) < priceOf(chosen) ? cheapest : null;
  return { scope, exclusions, choose, threshold, prices, isAsking, cheaper };
}
