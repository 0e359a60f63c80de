/** Attacks and honest requests of our own that the rules were not written from; what they say of both stays so. */
import { sites } from '../../test-support/send.ts';
import { FRESH_ATTACKS } from './attacks.ts';
import { HONEST_REQUESTS } from './honest.ts';
import { HONEST_TEXTS } from './honest-texts.ts';
import { ENCODING_NAMES, PLACE_NAMES } from './places.ts';
import { type FreshCase, isBlocked, runFresh } from './run.ts';
import { WHOLE_REQUESTS } from './whole-requests.ts';

const share = (cases: readonly FreshCase[]): number =>
  cases.filter(({ blocked }) => blocked).length / cases.length;

describe('fresh attacks at medium', () => {
  let cases: readonly FreshCase[];

  beforeAll(() => {
    cases = [...runFresh(sites.medium)];
  }, 120_000);

  it('are as many as they were, and as many of them are stopped', () => {
    expect(Object.values(FRESH_ATTACKS).flat()).toHaveLength(183);
    expect(cases).toHaveLength(16_960);
    expect(cases.filter(({ blocked }) => blocked).length).toBeGreaterThanOrEqual(16_820);
  });

  it.each(Object.keys(FRESH_ATTACKS))('%s: hardly any passes', (family) => {
    expect(share(cases.filter((one) => one.family === family))).toBeGreaterThan(0.95);
  });

  it.each(PLACE_NAMES)('in a %s hardly any passes', (place) => {
    expect(share(cases.filter((one) => one.place === place))).toBeGreaterThan(0.94);
  });

  it.each(ENCODING_NAMES)('spelt as %s hardly any passes', (encoding) => {
    expect(share(cases.filter((one) => one.encoding === encoding))).toBeGreaterThan(0.96);
  });

  it.each(Object.entries(WHOLE_REQUESTS))('%s is stopped', (_name, request) => {
    expect(isBlocked(sites.medium, request)).toBe(true);
  });
});

/** Markup that shows a tag by its references: the same bytes run where a page undoes them once more. */
const REFUSED = /<code>&lt;script src=/;

describe('honest requests', () => {
  const honest = Object.entries(HONEST_REQUESTS);

  it('are as many as they were', () => {
    expect(Object.values(HONEST_TEXTS).flat()).toHaveLength(113);
    expect(honest).toHaveLength(715);
  });

  it.each(['low', 'medium'] as const)('pass at %s, but for a tag that is only shown', (sensitivity) => {
    const refused = honest
      .filter(([, request]) => isBlocked(sites[sensitivity], request))
      .map(([name]) => name);
    expect(refused.filter((name) => !REFUSED.test(name))).toEqual([]);
    expect(refused.length).toBeLessThanOrEqual(6);
  });

  it('are refused at high in one case of ten at most', () => {
    const refused = honest.filter(([, request]) => isBlocked(sites.high, request));
    expect(refused.length / honest.length).toBeLessThan(0.1);
  });
});
