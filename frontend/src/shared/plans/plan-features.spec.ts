import { featureLines, yearlyPrice } from './plan-features.ts';

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

describe('yearlyPrice', () => {
  it('charges ten months and shows two as saved', () => {
    expect(yearlyPrice(29)).toEqual({ total: 290, subtotal: 348, discount: 58 });
    expect(yearlyPrice(9.99).total).toBe(99);
  });
});
