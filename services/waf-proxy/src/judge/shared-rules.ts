import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { RequestContext } from '../request/request-context.ts';

/** Which of two sites' rules run first, and when their results hold for the other site. */
export interface SharedRules {
  readonly one: CompiledSite;
  readonly other: CompiledSite;
  /** The site whose rules report at least what the other site's report. */
  readonly fuller: CompiledSite;
  readonly second: CompiledSite;
  /** Whether results of the fuller site's rules can be reused. Null: never. */
  readonly holds: ((judged: Pick<RequestContext, 'transaction'>) => boolean) | null;
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
    const holds: SharedRules['holds'] = ({ transaction }) =>
      transaction !== null && stands(transaction.audit());
    return { ...asked, fuller, second, holds };
  }
  return asked;
}

/**
 * Whether inspection's settings, besides the rules, are equal: mode, level, exclusions and packs are part of the rules.
 */
const inspectsAlike = (one: CompiledSite, other: CompiledSite): boolean =>
  // An owner's rules about the body read what inspection has held of it.
  !asksBodies(one) &&
  !asksBodies(other) &&
  one.mode === other.mode &&
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
