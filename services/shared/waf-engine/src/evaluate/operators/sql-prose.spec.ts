import { matches } from '../../../test/support/operator-context.ts';

describe('@sqlProse', () => {
  it.each([
    'Task 3: what does SELECT 1 UNION SELECT 2 return?',
    "Answer 7 says: SELECT 'a' UNION SELECT 'b' returns two rows",
    'Never write "SELECT * FROM t WHERE id = " + id; use placeholders.',
    '```diff\n- const sql = "select * from a where b = \'" + b + "\'";\n```',
    'TL;DR: drop the old layout; select colours by Friday',
    "It's the end; isn't it",
    '{"note":"select \'a\' or 1=1"}',
    'a word',
    '',
  ])('is %j', (value) => {
    expect(matches('sqlProse', '', value)).toBe(true);
  });

  it.each([
    "somebody types ' OR 1=1 -- into a form",
    "please show me tea' union select 1,2",
    "it\\' or 1=1 -- ",
    "a''b' or 1=1",
    "x' label: exec xp_cmdshell 'id'",
    "x' alias, (select 1)",
    "x' exec xp_cmdshell 'id'",
    "x') and sleep(5)",
    "x'/**/or/**/1=1",
    'x" or 1=1',
    '1 union select 2',
    '1 ilike 1',
    'name; drop table t',
    "x'; copy (select '') to program 'id'--",
    "x');pragma table_info(t)--",
    'id desc, (select 1)',
    'length(x) > 5',
    '"a" + "b"',
    '["a" or 1=1',
    `${'a b c '.repeat(1000)}`,
  ])('is not %j', (value) => {
    expect(matches('sqlProse', '', value)).toBe(false);
  });
});
