import { createHash } from 'node:crypto';
import { engineBuild } from './engine-build.ts';
import type { InspectionPart } from './inspection-services.ts';
import { digestOf } from './rule-set-digest.ts';
import { overlayOf } from './site-rules.ts';

type Terms = Pick<
  InspectionPart,
  | 'rules'
  | 'ruleChoice'
  | 'ruledSite'
  | 'failClosed'
  | 'streamsCalls'
  | 'inspectedUploadBytes'
  | 'refusesLongFiles'
>;

const known = new WeakMap<Terms, string | null>();

/**
 * Identifies everything on which the rules' result for a request depends, besides the request: equal terms, equal
 * results, on whatever machine. The engine's own code is part of it. Hexadecimal. Null: the site runs no rules, or rules that cannot be identified.
 */
export function rulesTermsOf(site: Terms): string | null {
  let terms = known.get(site);
  if (terms === undefined) {
    terms = newTermsOf(site);
    known.set(site, terms);
  }
  return terms;
}

function newTermsOf({ rules, ruleChoice, ruledSite, ...settings }: Terms): string | null {
  const digest = rules === null ? null : digestOf(rules.ruleSet);
  if (digest === null || ruleChoice === null) return null;
  const { failClosed, streamsCalls, inspectedUploadBytes, refusesLongFiles } = settings;
  const terms = [
    engineBuild(),
    digest,
    overlayOf(ruledSite, ruleChoice),
    failClosed,
    streamsCalls,
    inspectedUploadBytes,
    refusesLongFiles,
  ];
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, TERMS_DIGITS);
}

const TERMS_DIGITS = 32;
