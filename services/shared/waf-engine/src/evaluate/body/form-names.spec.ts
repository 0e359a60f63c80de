import { nameForPhp } from './form-names.ts';

it.each([
  ['pwd', 'pwd'],
  [' pwd', 'pwd'],
  ['   pwd', 'pwd'],
  ['pwd\0x', 'pwd'],
  ['pwd ', 'pwd_'],
  ['a.b c', 'a_b_c'],
  ['login[password]', 'login[password]'],
  [' login[password]x', 'login[password]'],
  ['lo.gin[pass.word][b]', 'lo_gin[pass.word][b]'],
  ['a[b', 'a_b'],
  ['[a]', '_a]'],
  ['', ''],
  [' ', ''],
])('%j is %j', (name, read) => expect(nameForPhp(name)).toBe(read));
