import { isFilter } from './sql-filter.ts';

it.each([
  "country = 'DE' OR country = 'AT'",
  "name LIKE 'O%' AND area > 5",
  "total_spent > 100 AND orders_count >= 2 AND (country = 'DE' OR country in ('AT', 'CH'))",
  'status = open and (priority > 3 or owner != "Ann Lee")',
  'price between 5 and 90 && not (brand:"Ash")',
  "address.city eq 'Bern' and price le 20",
])('%s is one', (value) => {
  expect(isFilter(value)).toBe(true);
});

it.each([
  '',
  'a word',
  '1=1',
  'id',
  'id = id',
  'id = 1 or 1=1',
  "id = 1 or '1'='1'",
  "id = 1 or 'a' like 'a'",
  "id like '%'",
  'id between 0 and 0',
  'a = b or b = b',
  "user like 'r%'",
  "current_user = 'root'",
  "version = '5'",
  'id = sleep(5)',
  'sleep(5) = 0',
  'id = (select 1)',
  'id in (select 1)',
  "id = 1 union select 'a'",
  "id = 1 and a = 'b' -- ",
  "id = 1; a = 'b'",
  '(id = 1',
  'id = 1) or (a = 2',
  "a = 'b\\' or 1=1'",
  'a = 1.e(1)',
  'id = 1 or a',
  `a = 'b' ${"and a = 'b' ".repeat(200)}`,
])('%s is none', (value) => {
  expect(isFilter(value)).toBe(false);
});
