// What the public pages say is so: each sentence of them has a proof in claims.ts, and each proof is there.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nobody } from '../frontend/src/entities/company/company.ts';
import { featureFacts } from '../frontend/src/entities/plan/gated-features.ts';
import { story, values } from '../frontend/src/features/marketing/content/about.ts';
import { browserKeeps } from '../frontend/src/features/marketing/content/browser-keeps.ts';
import { processingSections } from '../frontend/src/features/marketing/content/data-processing.ts';
import { demoAttack } from '../frontend/src/features/marketing/content/demo-attack.ts';
import { comparisonRows, featureCategories } from '../frontend/src/features/marketing/content/features.ts';
import {
  benefits,
  forEngineers,
  homeFeatureGroups,
  setupSteps,
} from '../frontend/src/features/marketing/content/home.ts';
import { howItWorksFaq, howItWorksSteps } from '../frontend/src/features/marketing/content/how-it-works.ts';
import { guide } from '../frontend/src/features/marketing/content/how-to-use.ts';
import { homeLeads, pageLeads } from '../frontend/src/features/marketing/content/leads.ts';
import { liveFiguresText } from '../frontend/src/features/marketing/content/live-figures.ts';
import { competitorPrices } from '../frontend/src/features/marketing/content/prices.ts';
import { picturesText } from '../frontend/src/features/marketing/content/product-pictures.ts';
import { securitySections } from '../frontend/src/features/marketing/content/security.ts';
import { termsSections } from '../frontend/src/features/marketing/content/terms.ts';
import { scenes, walkThroughText } from '../frontend/src/features/marketing/content/walk-through.ts';
import { privacySections } from '../frontend/src/features/marketing/privacy-content.ts';
import {
  limitExplanations,
  marketedPlanRows,
  PRICING_LEAD,
  pricingFaq,
} from '../frontend/src/features/pricing/pricing-content.ts';
import { comparisonTexts, own } from '../frontend/src/features/pricing/products.ts';
import { PLAN_SEEDS } from '../services/billing/src/database/seeds/plan-seeds.ts';
import { SEED_ENTITLEMENTS } from '../services/shared/entitlements/src/entitlements.ts';
import { CLAIMS } from './claims.ts';
import type { Proof } from './proofs.ts';

const root = path.resolve(import.meta.dirname, '..');
/** What a page may call paid plans; the Free plan is not named beside features. */
const TAGGED = ['starter', 'business', 'enterprise'] as const;

const titled = ({ title, text }: { title: string; text: string }): string => `${title}: ${text}`;
const asked = ({ question, answer }: { question: string; answer: string }): string => `${question} ${answer}`;
const features = featureCategories.flatMap((category) => category.features);
/** A line that holds nothing else is filled from the entitlements: plan-lines.ts. */
const PLACEHOLDER = /^\{[a-z_]+\}$/;
const planLines = PLAN_SEEDS.flatMap(({ name, description, features: lines }) =>
  [description, ...lines.filter((text) => !PLACEHOLDER.test(text))].map((text) => `${name}: ${text}`),
);
const privacy = privacySections.flatMap(({ paragraphs, points = [] }) =>
  // What browsers keep is held against the code by privacy-promises.spec.ts.
  [...paragraphs, ...(points.length === browserKeeps.length ? [] : points)],
);

const said: readonly string[] = [
  ...[...benefits, ...setupSteps, ...forEngineers, ...howItWorksSteps, ...features, ...values].map(titled),
  ...Object.values(homeLeads),
  ...Object.values(pageLeads),
  PRICING_LEAD,
  ...story,
  ...Object.values(demoAttack),
  ...Object.values(liveFiguresText),
  walkThroughText.lead,
  ...scenes.map(({ text }) => text),
  picturesText.lead,
  ...homeFeatureGroups.flatMap(({ lines }) => lines),
  ...comparisonRows.map(({ feature, marks }) => `${feature}: ${marks[0]}`),
  ...competitorPrices.map(({ name, price }) => `${name}: ${price}`),
  ...[...pricingFaq, ...howItWorksFaq].map(asked),
  ...marketedPlanRows.map(({ label }) => label),
  ...Object.values(limitExplanations),
  ...Object.values(own.facts),
  comparisonTexts.lead,
  comparisonTexts.scoresLead,
  ...Object.values(featureFacts).map(({ explanation }) => explanation),
  ...planLines,
  ...guide.flatMap(({ paragraphs, points = [] }) => [...paragraphs, ...points]),
  ...privacy,
  ...[...termsSections(nobody), ...processingSections(nobody), ...securitySections(nobody)].flatMap(
    ({ paragraphs, points = [] }) => [...paragraphs, ...points],
  ),
];

describe('claims of the public pages', () => {
  it.each(said)('%s', (text) => {
    const proofs = CLAIMS[text] ?? [];
    expect(proofs).not.toHaveLength(0);
    expect(proofs.flatMap(missingFrom)).toEqual([]);
  });

  it('are proven only where they are made', () => {
    expect(Object.keys(CLAIMS).filter((text) => !said.includes(text))).toEqual([]);
  });

  it.each(features)('$title: is tagged with the plans that include it', (feature) => {
    const included = (CLAIMS[titled(feature)] ?? []).flatMap((proof) =>
      'plans' in proof ? [proof.plans] : [],
    );
    expect(included).toHaveLength(1);
    const [by] = included;
    expect(feature.plans).toEqual(TAGGED.filter((slug) => by === 'all' || SEED_ENTITLEMENTS[slug][by!]));
  });
});

/** What a proof names and the repository does not have. */
function missingFrom(proof: Proof): string[] {
  if ('test' in proof) {
    const [file, name] = proof.test;
    return namesOf(file).some((one) => one.includes(name)) ? [] : [`no test "${name}" in ${file}`];
  }
  if ('line' in proof) {
    const [file, text] = proof.line;
    return contentOf(file).includes(text) ? [] : [`no "${text}" in ${file}`];
  }
  return [];
}

const contentOf = (file: string): string =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';

/** Of all tests in a file; of `it.each(…)` what stands behind its values. */
function namesOf(file: string): string[] {
  const calls = contentOf(file).matchAll(/(?:\b(?:it|test)\(|\)\()\s*(['"`])(.*?)\1/g);
  return [...calls].map(([, , name]) => name!);
}
