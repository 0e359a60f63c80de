import { assertExclusion } from '@palisade/waf-engine';
import { managedRuleCatalogue } from './catalogue.ts';

describe('the catalogue of managed rules', () => {
  const { families, rules } = managedRuleCatalogue();

  it('says what each rule is, by the engine’s own reading', () => {
    expect(rules.find(({ id }) => id === 2001)).toEqual({
      id: 2001,
      message: 'XSS: markup that runs a script',
      family: 'family/xss',
      paranoiaLevel: 1,
      severity: 'CRITICAL',
      targets: expect.arrayContaining(['ARGS', 'REQUEST_HEADERS:User-Agent', 'XML:/*']),
    });
    expect(rules.find(({ id }) => id === 1007)).toMatchObject({ paranoiaLevel: 3 });
  });

  it('is in order and complete: a name and a level for everything', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids.length).toBeGreaterThan(40);
    expect(rules.every(({ message, targets }) => message !== '' && targets.length > 0)).toBe(true);
    expect(new Set(rules.map(({ paranoiaLevel }) => paranoiaLevel))).toEqual(new Set([1, 2, 3]));
    expect(families.map(({ tag }) => tag)).toEqual([...new Set(rules.map(({ family }) => family))]);
    expect(families).toContainEqual({ tag: 'family/sql-injection', name: 'SQL injection' });
  });

  it('names what exclusions take as it is', () => {
    for (const { id, targets } of rules)
      for (const target of targets)
        expect(() => assertExclusion({ name: 'x', by: { id: String(id) }, target })).not.toThrow();
  });

  it('leaves out housekeeping and the rule that compares scores', () => {
    expect(rules.filter(({ id }) => id === 101 || id === 2090 || id === 9001)).toEqual([]);
  });
});
