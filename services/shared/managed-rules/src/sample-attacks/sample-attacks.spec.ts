import { ATTACK_CLASSES, SAMPLE_ATTACKS } from './index.ts';

it('has attacks of every class', () => {
  const found = new Set(SAMPLE_ATTACKS.map(({ attackClass }) => attackClass));
  expect([...found].sort()).toEqual([...ATTACK_CLASSES].sort());
});

it('knows a label by what it is about', () => {
  const classOf = (part: string) => SAMPLE_ATTACKS.find(({ text }) => text.includes(part))!.attackClass;
  expect(classOf('information_schema.tables')).toBe('SQL injection');
  expect(classOf('<details ontoggle')).toBe('Cross-site scripting');
  expect(classOf('jndi:')).toBe('Code and templates');
});
