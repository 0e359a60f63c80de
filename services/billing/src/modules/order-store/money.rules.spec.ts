import { toCents, toDecimal } from './money.rules.ts';

describe('amounts as PayPal writes them', () => {
  it.each([
    ['29.50', 2_950],
    ['29.5', 2_950],
    ['29', 2_900],
    ['0.01', 1],
    ['999999999.99', 99_999_999_999],
  ])('read %s', (text, cents) => {
    expect(toCents(text)).toBe(cents);
  });

  it.each(['', '.5', '1.234', '-1.00', '1,00', '1e3', ' 1', '1234567890'])('refuse %j', (text) => {
    expect(toCents(text)).toBeNull();
  });

  it('come back as they went', () => {
    for (const cents of [0, 1, 99, 100, 2_950, 79_000]) expect(toCents(toDecimal(cents))).toBe(cents);
  });
});
