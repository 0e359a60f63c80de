import { countryName, currencySign, formatBytes, formatMoney, formatRelative } from './format.ts';

describe('formatRelative', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const ago = (minutes: number) => formatRelative(now - minutes * 60_000, now, 'utc');

  it('follows the thresholds of the log screen', () => {
    expect(ago(0.9)).toBe('Just now');
    expect(ago(1)).toBe('1m ago');
    expect(ago(59.9)).toBe('59m ago');
    expect(ago(60)).toBe('1h ago');
    expect(ago(1439)).toBe('23h ago');
    expect(ago(1440)).toBe('Mar 9, 2026');
  });
});

describe('other formats', () => {
  it('drops cents of whole amounts', () => {
    expect(formatMoney(79, 'USD')).toBe('$79');
    expect(formatMoney(12.5, 'USD')).toBe('$12.50');
    expect(formatMoney(29, 'EUR')).toBe('€29');
    expect([currencySign('USD'), currencySign('EUR'), currencySign('CHF')]).toEqual(['$', '€', 'CHF']);
  });

  it('scales bytes by thousands, as plans do', () => {
    expect(formatBytes(5_000_000_000)).toBe('5 GB');
    expect(formatBytes(1_234)).toBe('1.2 kB');
  });

  it('names countries and leaves unknown codes alone', () => {
    expect(countryName('KP')).toBe('North Korea');
    expect(countryName('not a code')).toBe('not a code');
  });
});
