import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { OWN_PAGE_LIMITS, type OwnPage, ownPages, ownPagesUnder } from './own-pages.ts';

const { schema } = ownPages.fields.own_pages;
const page = (over: Partial<OwnPage> = {}): OwnPage => ({
  kind: 'block',
  language: 'en',
  html: '<h1>No</h1>',
  ...over,
});
const faults = (...pages: unknown[]) =>
  (z.safeParse(schema, pages).error?.issues ?? []).map(({ path }) => path.join('.'));

it('takes one page of each kind and language', () => {
  expect(faults(page(), page({ language: 'pt-BR' }), page({ kind: 'error' }))).toEqual([]);
  expect(faults(page({ language: 'de' }), page({ language: 'de' }))).toEqual(['1.language']);
});

it.each([
  [{ language: 'English' }, '0.language'],
  [{ language: 'en"><script>' }, '0.language'],
  [{ html: '' }, '0.html'],
  [{ html: 'x'.repeat(OWN_PAGE_LIMITS.html + 1) }, '0.html'],
  [{ html: '{{challenge}}' }, '0.html'],
  [{ kind: 'challenge' }, '0.html'],
])('%j is refused at its field', (over, path) => {
  expect(faults(page(over as Partial<OwnPage>))).toEqual([path]);
});

it('bounds what all of them take together', () => {
  const long = 'x'.repeat(OWN_PAGE_LIMITS.html);
  const pages = ['en', 'de', 'fr', 'it'].map((language) => page({ language, html: long }));
  expect(faults(...pages)).toEqual(['']);
  expect(faults(page({ kind: 'challenge', html: '<p>Wait</p>{{challenge}}' }))).toEqual([]);
});

it('are as many as the plan has custom rules for, and one on each plan', () => {
  const { free, starter, enterprise } = SEED_ENTITLEMENTS;
  expect([free, starter, enterprise].map(ownPagesUnder)).toEqual([1, 5, OWN_PAGE_LIMITS.pages]);
  expect(ownPagesUnder({ maxCustomRules: 0 })).toBe(1);
  const two = [page(), page({ language: 'de' })];
  const beyond = (before: OwnPage[], after: OwnPage[]) =>
    ownPages.beyondPlan!({ own_pages: before }, { own_pages: after }, free);
  expect(beyond([page()], two)).toMatchObject([{ path: 'own_pages' }]);
  expect(beyond([...two, page({ language: 'fr' })], two)).toEqual([]);
  expect(ownPages.underPlan!({ own_pages: two }, free).own_pages).toEqual([page()]);
});
