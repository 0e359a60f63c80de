import { type InstallationSum, publicFigures } from './public-figures.rules.ts';

const sum = (over: Partial<InstallationSum> = {}): InstallationSum => ({
  since: new Date('2026-10-26T09:00:00Z'),
  sites: 14,
  requests: 1_234_567,
  blocked: 9_876,
  largestRequests: 600_000,
  largestBlocked: 5_000,
  ...over,
});

describe('what strangers are told of all sites', () => {
  it('is rounded down to two digits', () => {
    expect(publicFigures(sum())).toEqual({
      since: '2026-10-26T09:00:00.000Z',
      sites: 14,
      requests: 1_200_000,
      blocked: 9_800,
    });
  });

  it.each([
    ['of few sites', { sites: 2 }],
    ['where little was blocked', { blocked: 99, largestBlocked: 40 }],
    ['where one site has nearly all requests', { largestRequests: 1_200_000 }],
    ['where one site has nearly all that was blocked', { largestBlocked: 9_000 }],
  ])('is nothing %s', (_what, over) => {
    expect(publicFigures(sum(over))).toBeNull();
  });
});
