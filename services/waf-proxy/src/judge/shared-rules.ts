import type { AuditRecord } from '@palisade/waf-engine';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import { EdgeAction } from '../request/verdict.ts';
import type { Inspected } from './replay-services.ts';
import { JUDGEMENT_ONLY, type Run } from './run-phases.ts';

/** Which of two sites' rules run first, and when their results hold for the other site. */
export interface SharedRules {
  readonly one: CompiledSite;
  readonly other: CompiledSite;
  /** The site whose rules report at least what the other site's report. */
  readonly fuller: CompiledSite;
  readonly second: CompiledSite;
  /**
   * Whether results of the fuller site's rules, for a request with this target, can be reused. Null: never.
   * @param audit what those rules found; null: they have not run
   */
  readonly holds: ((inspected: Inspected, audit: AuditRecord | null, target: string) => boolean) | null;
  readonly fullerRun: Run;
  readonly secondRun: Run;
}

/** @param shares false: no results are reused */
export function sharedRulesOf(one: CompiledSite, other: CompiledSite, shares: boolean): SharedRules {
  const terms = reusedRulesOf(one, other);
  const holds = shares ? terms.holds : null;
  const changesCertificates = certificateTerms(one) !== certificateTerms(other);
  // Having been let in then is about the policy in force, which is the first.
  const runOf = (site: CompiledSite, keepsInspection: boolean): Run => ({
    ...JUDGEMENT_ONLY,
    keepsInspection,
    changesCertificates: changesCertificates && site === other,
  });
  const { fuller, second } = terms;
  return {
    one,
    other,
    fuller,
    second,
    holds,
    fullerRun: runOf(fuller, holds !== null),
    secondRun: runOf(second, false),
  };
}

function reusedRulesOf(
  one: CompiledSite,
  other: CompiledSite,
): Pick<SharedRules, 'fuller' | 'second' | 'holds'> {
  const asked = { fuller: one, second: other, holds: null };
  if (!inspectsAlike(one, other)) return asked;
  if (one.rules === other.rules) return { ...asked, holds: () => true };
  if (one.rules === null || other.rules === null) return asked;
  for (const [fuller, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const stands = fuller.rules!.standsFor(second.rules!);
    if (stands === null) continue;
    const holds: SharedRules['holds'] = (inspected, audit, target) =>
      audit !== null && (one.mode === other.mode || isUntouched(inspected)) && stands(audit, target);
    return { fuller, second, holds };
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
