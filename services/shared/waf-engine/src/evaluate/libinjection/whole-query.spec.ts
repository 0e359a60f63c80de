import { isWholeQuery } from './whole-query.ts';

describe('isWholeQuery', () => {
  it.each([
    'SELECT * FROM orders WHERE id = $1',
    'select id, name from users where country = ?;',
    "SELECT name, sum(total) AS revenue FROM orders WHERE placed_at >= '2026-01-01' GROUP BY name ORDER BY revenue DESC;",
    "SELECT date_trunc('month', placed_at) AS m, count(*)\nFROM orders\nWHERE status = 'paid'\nGROUP BY 1\nORDER BY 1;",
    'WITH recent AS (SELECT * FROM visits WHERE day > current_date - 7) SELECT page, count(*) FROM recent GROUP BY page',
    'EXPLAIN ANALYZE SELECT a.x FROM a LEFT JOIN b ON b.id = a.id LIMIT 10',
    "select x from t where city in ('Berlin', 'Bad Homburg') and note <> ''",
  ])('is %j', (text) => {
    expect(isWholeQuery(text)).toBe(true);
  });

  it.each([
    ['ends a quote around it in a condition', "select a from b where c = ' or 1=1 or '"],
    ['ends a quote around it in a word of SQL', "select a from b where c='or'and d='and'"],
    ['ends a quote around it in a sum', "select a from b where c='-1-'"],
    ['has a quote that does not close', "select a from b where c = 'd"],
    ['goes on with a statement', 'select a from b; drop table b'],
    ['goes on with a comment', 'select a from b -- '],
    ['hides in a comment', 'select/**/a from b'],
    ['asks a second table', 'select a from b union select c from d'],
    ['compares two values', 'select * from users where id=1 or 1=1'],
    ['calls a function', 'select sleep(5) from a'],
    ['calls a function', "select load_file('/etc/passwd') from a"],
    ['asks who asks', 'select current_user from a'],
    ['asks for a variable', 'select @@version from a'],
    ['asks a table of the database', 'select a from information_schema.tables'],
    ['asks a table of the database', 'select name from sqlite_master'],
    ['writes', "select a into outfile '/x' from b"],
    ['closes a bracket', 'select a) from b where (c'],
    ['begins in a condition', '1 and select a from b'],
    ['asks no table', 'select 1'],
    ['is long', `select a from b where c in (${'1,'.repeat(3000)}1)`],
    ['is in a row of digits', 'select a from b where c = 0x61'],
  ])('is not what %s: %j', (_, text) => {
    expect(isWholeQuery(text)).toBe(false);
  });
});
