import type { Plan } from '../../shared/api/types.ts';

export const CARD_FEATURES = 6;
export const SUMMARY_FEATURES = 5;

export interface FeatureLine {
  text: string;
  included: boolean;
}

const CROSS = /^\s*[❌✗✘×✕✖]️?\s*/u;
const ANY_CROSS = /[❌✗✘×✕✖]/u;
const TICK = /^\s*[✅✓✔☑]️?\s*/u;

/** Features come as a list or as a JSON text of a list; a cross marks what is not included, a tick may mark the rest. */
export function featureLines(features: readonly string[] | string): FeatureLine[] {
  return featureTexts(features).map((text) => ({
    text: text.replace(CROSS, '').replace(TICK, '').trim(),
    included: !ANY_CROSS.test(text),
  }));
}

export function featureTexts(features: readonly string[] | string): readonly string[] {
  if (typeof features !== 'string') return features;
  try {
    const parsed: unknown = JSON.parse(features);
    return Array.isArray(parsed) ? parsed.filter((line) => typeof line === 'string') : [];
  } catch {
    return features.split('\n').filter((line) => line.trim() !== '');
  }
}

const POPULAR: ReadonlySet<string> = new Set(['starter', 'business']);

export interface PlanView extends Omit<Plan, 'features'> {
  allFeatures: FeatureLine[];
  cardFeatures: FeatureLine[];
  popular: boolean;
  /** The billing period of the price. */
  period: 'month' | 'year';
}

export function toPlanView(plan: Plan): PlanView {
  const allFeatures = featureLines(plan.features);
  return {
    ...plan,
    allFeatures,
    cardFeatures: allFeatures.slice(0, CARD_FEATURES),
    popular: POPULAR.has(plan.slug),
    period: 'month',
  };
}

/** The yearly price is ten months, floored; what is saved is two months, marketed as 17 %. */
export function yearlyPrice(monthly: number): { total: number; subtotal: number; discount: number } {
  // Ten times 64.1 is less than 641 in binary.
  const total = Math.floor(+(monthly * 10).toFixed(1));
  const subtotal = monthly * 12;
  return { total, subtotal, discount: subtotal - total };
}

export const YEARLY_LABEL = 'Save 17%';
