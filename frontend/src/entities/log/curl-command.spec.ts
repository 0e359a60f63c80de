import { execFileSync } from 'node:child_process';
import { curlCommand } from './curl-command.ts';

const log = {
  ...{ scheme: 'https', host: 'shop.example', request_method: 'GET', request_uri: '/a?b=c' },
  ...{ user_agent: 'Mozilla/5.0', referer: null },
};
/** The arguments that a shell passes to the command. */
const wordsOf = (command: string) =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('a request as a command', () => {
  it('is what curl would send again', () => {
    expect(curlCommand({ ...log, scheme: 'http', referer: 'https://a.example/' })).toBe(
      "curl --include --globoff --path-as-is --request 'GET' --user-agent 'Mozilla/5.0' --referer 'https://a.example/' --url 'http://shop.example/a?b=c'",
    );
    expect(wordsOf(curlCommand({ ...log, request_uri: '*' })).slice(-4)).toEqual([
      '--request-target',
      '*',
      '--url',
      'https://shop.example/',
    ]);
  });

  it.each([
    "'; touch /tmp/x; '",
    '$(id)',
    '`id`',
    "a'\u001b[2Jb\\",
    'line\nbreak',
    'ü',
    '--output=/etc/passwd',
    '!!',
  ])('keeps what a stranger sent within its word: %j', (text) => {
    const words = wordsOf(curlCommand({ ...log, user_agent: text, request_uri: `/${text}` }));
    expect(words[words.indexOf('--user-agent') + 1]).toBe(text);
    expect(words.at(-1)).toBe(`https://shop.example/${text}`);
  });

  it('shows a terminal nothing that it would obey', () => {
    expect(curlCommand({ ...log, user_agent: '\u001b]0;x\u0007\r\n' })).toMatch(/^[\x20-\x7e]+$/);
  });
});
