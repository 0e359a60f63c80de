// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells have them
import { holdsBrokenCommand } from './broken-command.ts';

describe('holdsBrokenCommand', () => {
  it.each([
    "c''at /etc/hosts",
    'a b; "cu"rl https://a.example',
    '| \\wget http://a.example',
    '& netsta\\t -an',
    '&& s$@leep 15',
    'x;p$()ing -i 30 127.0.0.1',
    '`/./usr/./bin/./id`',
    '//bin//ls -al',
    'nc \\\n-e /bin/sh; n``c -l 1',
    '&& \\\ndir',
    "| p''wd",
    'a=1 sl${x}eep 5',
    "; command un'am'e -a",
    '& w^h^o^a^m^i',
    "/usr/bin/who'am'i",
    '$(l""s)',
  ])('yes: %j', (text) => {
    expect(holdsBrokenCommand(text)).toBe(true);
  });

  it.each([
    "don't stop; can't find it",
    "it's 'cat' or \"dog\"; 'id' is a word",
    'C:\\id\\find or \\\\server\\net\\type',
    '\\set x; \\type in LaTeX',
    'ls -al | grep x',
    "I'd rather; they'd",
    "rock'n'roll & ty'pe",
    'a/b//c; http://a.example//ls/x',
    'Rock & "roll" | `code` (see "ls")',
    'Run it:\n\n```bash\n$ npm install left\n```\n',
    '""id""; \'\'ls\'\'',
    '',
  ])('no: %j', (text) => {
    expect(holdsBrokenCommand(text)).toBe(false);
  });

  it('looks no further than where a command may be put into a value', () => {
    expect(holdsBrokenCommand(`${'a '.repeat(300)}; c''at /etc/hosts`)).toBe(false);
  });
});
