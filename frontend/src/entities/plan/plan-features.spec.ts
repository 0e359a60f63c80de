import { fakePlans } from '../../testing/fake-api.ts';
import { featureLines, toPlanView, yearlyPrice } from './plan-features.ts';

describe('featureLines', () => {
  it('reads a list and its marks', () => {
    expect(featureLines(['✓ 2 domains', '❌ Geo-blocking', 'Email support'])).toEqual([
      { text: '2 domains', included: true },
      { text: 'Geo-blocking', included: false },
      { text: 'Email support', included: true },
    ]);
  });

  it('reads the JSON text of a list', () => {
    expect(featureLines('["One","✗ Two"]')).toEqual([
      { text: 'One', included: true },
      { text: 'Two', included: false },
    ]);
  });
});

describe('toPlanView', () => {
  it('keeps six features for the card and all for the rest, and bills by the month', () => {
    const features = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const views = fakePlans.map((plan) => toPlanView({ ...plan, features }));
    for (const { cardFeatures, allFeatures, period } of views) {
      expect(cardFeatures.map(({ text }) => text)).toEqual(features.slice(0, 6));
      expect(allFeatures.map(({ text }) => text)).toEqual(features);
      expect(period).toBe('month');
    }
  });

  it('holds Starter and Business for popular', () => {
    const popular = fakePlans.map(toPlanView).filter((plan) => plan.popular);
    expect(popular.map(({ slug }) => slug)).toEqual(['starter', 'business']);
  });
});

describe('yearlyPrice', () => {
  it('charges ten months and shows two as saved', () => {
    expect(yearlyPrice(29)).toEqual({ total: 290, subtotal: 348, discount: 58 });
    expect(yearlyPrice(9.99).total).toBe(99);
    // The amount due is the sum of the lines above it.
    expect(yearlyPrice(29.99).discount).toBeCloseTo(359.88 - 299);
    expect(yearlyPrice(64.1).total).toBe(641);
  });
});
