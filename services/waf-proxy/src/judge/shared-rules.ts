import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { RequestContext } from '../request/request-context.ts';

/** Which of two sites' rules are asked first, and when what they said stands for the other's. */
export interface SharedRules {
  readonly one: CompiledSite;
  readonly other: CompiledSite;
  /** Its rules say at least what those of the second one say. */
  readonly fuller: CompiledSite;
  readonly second: CompiledSite;
  /** Of a request that was judged by the fuller one's. Null: both are asked in any case. */
  readonly holds: ((judged: Pick<RequestContext, 'transaction'>) => boolean) | null;
  /** Whose certificates let them in differs. */
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

/** What inspection reads of a site besides its rules, which have mode, level, exclusions and packs. */
const inspectsAlike = (one: CompiledSite, other: CompiledSite): boolean =>
  // Rules of the owner's about the body read what inspection holds of it.
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
