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
    'In MySQL 8 you can write WITH t AS (SELECT 1 UNION ALL SELECT 2) SELECT * FROM t',
    'If a = b and b = c then a = c; or 1 = 1 holds trivially',
    'As our guest you pay 5 or 6',
    'Why does this return two rows?\n\n```sql\nSELECT 1 OR 2 > 1 UNION SELECT id FROM guests;\n```',
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
    'x` union select 1,2',
    'x` sql, (select 1)',
    'x` sql union select 1',
    'sql union select 1',
    "1\n```sql\n' union select 1\n```",
    '1 union select 2',
    '1 ilike 1',
    'name; drop table t',
    "x' 'y' 'z' or 1=1 -- ",
    "x' '' '' union select 1,2,3 -- ",
    "x'\n'y'\n'z' or 1=1 -- ",
    `x' "y" 'z' or 1=1#`,
    `x" "y" 'z' or 1=1#`,
    "x' '' = '' or 1=1",
    "x' containing 'a' or 1=1",
    "x' restore database m from disk='n'",
    'in (select 1)',
    'or 1=1',
    'or a',
    'or a; b',
    'or a or b',
    'if(1=1,sleep(5),0)',
    "if 1=1 waitfor delay '0:0:5'",
    "if user='sa' waitfor delay '0:0:5'",
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
