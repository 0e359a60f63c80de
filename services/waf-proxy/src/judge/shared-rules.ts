import type { CompiledSite } from '../pipeline/compiled-site.ts';
import { EdgeAction } from '../request/verdict.ts';
import type { Inspected } from './replay-services.ts';

/** Which of two sites' rules run first, and when their results hold for the other site. */
export interface SharedRules {
  readonly one: CompiledSite;
  readonly other: CompiledSite;
  /** The site whose rules report at least what the other site's report. */
  readonly fuller: CompiledSite;
  readonly second: CompiledSite;
  /** Whether results of the fuller site's rules, for a request with this target, can be reused. Null: never. */
  readonly holds: ((inspected: Inspected, target: string) => boolean) | null;
  /** The two sites accept different client certificates. */
  readonly changesCertificates: boolean;
}

export function sharedRulesOf(one: CompiledSite, other: CompiledSite): SharedRules {
  const changesCertificates = certificateTerms(one) !== certificateTerms(other);
  const asked: SharedRules = { one, other, fuller: one, second: other, holds: null, changesCertificates };
  if (!inspectsAlike(one, other)) return asked;
  if (one.rules === other.rules) return { ...asked, holds: () => true };
  if (one.rules === null || other.rules === null) return asked;
  for (const [fuller, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const stands = fuller.rules!.standsFor(second.rules!);
    if (stands === null) continue;
    const holds: SharedRules['holds'] = (inspected, target) => {
      const { transaction } = inspected.context;
      return (
        transaction !== null &&
        (one.mode === other.mode || isUntouched(inspected)) &&
        stands(transaction.audit(), target)
      );
    };
    return { ...asked, fuller, second, holds };
  }
  return asked;
}

/** In log-only mode, what refuses a request is only remarked. */
const isUntouched = ({ verdict, context }: Inspected): boolean =>
  verdict === null && context.action === EdgeAction.ALLOW;

/**
 * Whether inspection's settings, besides the rules, are equal: mode, level, exclusions and packs are part of the rules.
 */
const inspectsAlike = (one: CompiledSite, other: CompiledSite): boolean =>
  // An owner's rules about the body read what inspection has held of it.
  !asksBodies(one) &&
  !asksBodies(other) &&
  one.failClosed === other.failClosed &&
  one.streamsCalls === other.streamsCalls &&
  one.inspectedUploadBytes === other.inspectedUploadBytes &&
  one.refusesLongFiles === other.refusesLongFiles;

const asksBodies = ({ customRules }: CompiledSite): boolean =>
  customRules !== null && customRules.lateRules.length > 0;

function certificateTerms({ clientCertificates: terms }: CompiledSite): string {
  if (terms === null) return '';
  const { id, isRequired, paths, allowed, revoked } = terms;
  const lists = [...revoked].map(([issuer, serials]) => [issuer, ...serials]);
  return JSON.stringify([id, isRequired, paths, allowed && [...allowed], lists]);
}
