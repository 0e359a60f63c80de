import { isSuspicious } from './suspicious-factor.rules.ts';

const now = new Date('2026-11-22T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
const mine = { now, addressConfirmed: true, stolenAt: null };

describe('a second factor and whoever reads the account’s mail', () => {
  it.each([
    ['of a known device stays', { enabledAt: daysAgo(1), onNewDevice: false }, mine, false],
    ['of a new device goes within a week', { enabledAt: daysAgo(6.9), onNewDevice: true }, mine, true],
    ['of a new device stays after a week', { enabledAt: daysAgo(7), onNewDevice: true }, mine, false],
    [
      'goes where the address was never confirmed',
      { enabledAt: daysAgo(300), onNewDevice: false },
      { ...mine, addressConfirmed: false },
      true,
    ],
    [
      'set up since the theft goes, on whatever device',
      { enabledAt: daysAgo(2), onNewDevice: false },
      { ...mine, stolenAt: daysAgo(2) },
      true,
    ],
    [
      'of a new device goes if it was set up in the week before the theft',
      { enabledAt: daysAgo(12), onNewDevice: true },
      { ...mine, stolenAt: daysAgo(6) },
      true,
    ],
    [
      'of a known device from before the theft stays',
      { enabledAt: daysAgo(12), onNewDevice: false },
      { ...mine, stolenAt: daysAgo(6) },
      false,
    ],
  ])('%s', (_what, factor, facts, expected) => expect(isSuspicious(factor, facts)).toBe(expected));
});
