import { isSearch } from './search-language.ts';

it.each([
  'project = SHOP AND status in (Open, "In Progress") AND assignee = currentUser() ORDER BY created DESC',
  'labels = security OR text ~ "login fails" ORDER BY priority DESC, updated',
  'creator = currentUser() OR contributor = currentUser()',
  'assignee = currentUser() AND status != Done AND (labels = a OR labels is EMPTY)',
  'sprint in openSprints() and type = Bug or priority = Highest',
  'not (assignee is EMPTY) and created >= startOfWeek("-1")',
  'project = "SHOP" AND status in ("To Do", "In Progress") AND assignee = currentUser()',
  'fixVersion in (1.0, 2.0) and assignee in membersOf("web team")',
  String.raw`text ~ "\"sql error\"" AND labels not in (spam) OR summary !~ test`,
  'level = "error" and service.name ~ "^checkout" and duration > 500ms',
  'project in (SHOP, "WEB") AND text ~ "login*" OR reporter = currentUser() ORDER BY created DESC',
])('%s is one', (value) => {
  expect(isSearch(value)).toBe(true);
});

it.each([
  '',
  '1 or 1=1',
  'id = id or role = role',
  'id or currentUser()',
  'a = currentUser() or 1=1',
  "a = currentUser() or b = ''",
  'a = currentUser() -- ',
  'a = 1 or b = 5d or 1=1',
  'a = 1 or b > 5d',
  String.raw`a ~ "\"x\"" or 1=1`,
  String.raw`a ~ "\"x -- y\""`,
  String.raw`a ~ "\"x' or 1=1\""`,
  'a = currentUser(); drop table users',
  'a = currentUser() or b = " or 1=1 or "',
  'a = currentUser() or b = " union select password from users where true or "',
  'a = currentUser() or b = "x" or c ~ "or true or y"',
  'a = currentUser() union select password from users',
  'a = currentUser() or sleep(5)',
  'a = currentUser() or b = sleep(5)',
  'a = (select currentUser())',
  'a in (select b from c) and d = currentUser()',
  'a = currentUser() or b = "*or 1=1 or*"',
  'text ~ "login"',
  'name = "two words"',
  'a = b or c in (d, e) order by f',
  'a = currentUser() or b = "to do sleep"',
  'a = [currentUser()] or b = c',
  '(a = currentUser()',
  `${'a = currentUser() or '.repeat(200)}a = b`,
])('%j is none', (value) => {
  expect(isSearch(value)).toBe(false);
});
