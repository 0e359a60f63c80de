import { useEffect, useState } from 'react';
import type { ExclusionPrice } from '../../shared/api/types.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { usePriceExclusionsMutation } from '../domain/domains-api.ts';
import type { ExclusionParts } from './exclusion-scope.ts';

export interface KnownPrices {
  attacks: number;
  refused: number;
  /** Keyed by `keyOf` of a scope. */
  of: ReadonlyMap<string, ExclusionPrice>;
}

export const keyOf = (scope: readonly ExclusionParts[]): string => JSON.stringify(scope);

/** Typing ends before anything is asked. */
const QUIET_MS = 500;
/** Until the owner's other question, of another window or of an entry just left, may have its answer. */
const OTHER_QUESTION_MS = 2_000;

/**
 * The prices of several scopes: how many of the built-in attacks each lets through. Requested one after another, as the
 * server requires; null until the first response, and permanently if it fails.
 * @param fields and path where the attacks are sent; a scope is priced once
 */
export function useExclusionPrices(
  domainId: string,
  path: string,
  fields: readonly string[],
  scopes: readonly (readonly ExclusionParts[])[],
): { prices: KnownPrices | null; isAsking: boolean } {
  const [ask, { isLoading }] = usePriceExclusionsMutation();
  const [answered, setAnswered] = useState<{ about: string; prices: KnownPrices } | null>(null);
  /** Scopes that got no answer; others are asked about. */
  const [refused, setRefused] = useState('');
  /** Another for each answer: what it left out is asked again. */
  const [round, setRound] = useState({ pauseMs: QUIET_MS });
  const about = JSON.stringify([domainId, path, fields]);
  const prices = answered?.about === about ? answered.prices : null;
  const missing = JSON.stringify(scopes.filter((scope) => !prices?.of.has(keyOf(scope))));

  useEffect(() => {
    const wanted = JSON.parse(missing) as ExclusionParts[][];
    if (wanted.length === 0 || isLoading || missing === refused) return;
    const [, where, among] = JSON.parse(about) as [string, string, string[]];
    const timer = setTimeout(async () => {
      try {
        const answer = await ask({
          id: domainId,
          exclusionPricesRequest: { path: where, fields: among, scopes: wanted },
        }).unwrap();
        setAnswered((before) => {
          const of = new Map(before?.about === about ? before.prices.of : []);
          for (const [at, price] of answer.prices.entries()) if (price) of.set(keyOf(wanted[at]!), price);
          return { about, prices: { attacks: answer.attacks, refused: answer.refused, of } };
        });
        setRound({ pauseMs: QUIET_MS });
      } catch (error) {
        if (toProblem(error).code === 'simulation_running') {
          setRound({ pauseMs: OTHER_QUESTION_MS });
          return;
        }
        // A price is advice: the exclusion can be saved without it, and the dialog says nothing of it.
        setRefused(missing);
      }
    }, round.pauseMs);
    return () => clearTimeout(timer);
  }, [ask, about, domainId, isLoading, missing, refused, round]);

  return { prices, isAsking: missing !== '[]' && missing !== refused };
}
