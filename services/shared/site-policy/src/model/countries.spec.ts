import { CONTINENTS, COUNTRIES, countriesOf, isPlace } from './countries.ts';

describe('continents', () => {
  it('have every country once', () => {
    expect(CONTINENTS.flatMap((continent) => countriesOf(continent)).sort()).toEqual([...COUNTRIES].sort());
  });

  it('are told from countries of the same code', () => {
    expect(countriesOf('NA')).toEqual(['NA']);
    expect(countriesOf('north-america')).toContain('US');
    expect([isPlace('NA'), isPlace('europe'), isPlace('EU'), isPlace('toString')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
