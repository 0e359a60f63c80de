import { countryFits, namedCountries } from './country-names.ts';
import { COUNTRIES } from './site-policy.ts';

const country = (code: string) => {
  const [one] = namedCountries([code]);
  if (!one) throw new Error(`no ${code}`);
  return one;
};

describe('countries to choose from', () => {
  it('are all that there are, by name', () => {
    const all = namedCountries(COUNTRIES);
    expect(all).toHaveLength(COUNTRIES.length);
    expect(all.map(({ name }) => name)).toEqual(
      all.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
    );
    expect(all.filter(({ code, name }) => name === code)).toEqual([]);
  });

  it.each([
    ['DE', 'Germany', 'Deutschland'],
    ['JP', 'Japan', '日本'],
    ['GB', 'United Kingdom', null],
  ])('%s has its name and its own', (code, name, ownName) => {
    expect(country(code)).toEqual({ code, name, ownName });
  });

  it.each([
    ['DE', 'germ', true],
    ['DE', 'deutsch', true],
    ['DE', 'de', true],
    ['DE', 'many', false],
    ['CI', 'cote', true],
    ['GB', ' kingdom', true],
    ['KP', 'north korea', true],
    ['FR', '(', false],
    ['FR', '', true],
  ])('%s is meant by "%s": %s', (code, typed, fits) => {
    expect(countryFits(country(code), typed)).toBe(fits);
  });
});
