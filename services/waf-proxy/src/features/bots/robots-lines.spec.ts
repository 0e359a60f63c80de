import { RobotsLines } from './robots-lines.ts';

const FOLDER = '/notes-1a2b3c/';
const RULE = `Disallow: ${FOLDER}`;

const inPieces = (text: string, size: number): string => {
  const lines = new RobotsLines(FOLDER);
  let written = '';
  for (let at = 0; at < text.length; at += size) written += lines.write(text.slice(at, at + size));
  return written + lines.end();
};

describe('a folder that robots.txt shuts', () => {
  it.each([
    ['nothing', '', `\nUser-agent: *\n${RULE}\n`],
    ['one group for everybody', 'User-agent: *\nAllow: /\n', `User-agent: *\n${RULE}\nAllow: /\n`],
    [
      'groups of several names',
      'User-agent: a\nUSER-AGENT : b # c\n\n# d\nAllow: /\nuser-agent: *\nDisallow: /x\n',
      `User-agent: a\nUSER-AGENT : b # c\n\n# d\n${RULE}\nAllow: /\nuser-agent: *\n${RULE}\nDisallow: /x\n`,
    ],
    [
      'a group without rules at the end, and no end of its line',
      'User-agent: a\nAllow: /\nUser-agent: *',
      `User-agent: a\n${RULE}\nAllow: /\nUser-agent: *\n${RULE}\n`,
    ],
    [
      'no group for everybody',
      'User-agent: a\nAllow: /',
      `User-agent: a\n${RULE}\nAllow: /\n\nUser-agent: *\n${RULE}\n`,
    ],
    ['lines of other systems', 'User-agent: *\r\nAllow: /\r\n', `User-agent: *\r\n${RULE}\nAllow: /\r\n`],
    [
      'rules that nobody listens to',
      'Sitemap: https://a.example/s\n',
      `Sitemap: https://a.example/s\n\nUser-agent: *\n${RULE}\n`,
    ],
  ])('stands in %s, however the file is cut', (_what, text, written) => {
    for (let size = 1; size <= text.length + 1; size++) expect(inPieces(text, size)).toBe(written);
  });

  it('lets lines without end pass', () => {
    const text = `User-agent: *\nAllow: /${'x'.repeat(50_000)}\nAllow: /y\n`;
    expect(inPieces(text, 1_000)).toBe(text.replace('Allow', `${RULE}\nAllow`));
  });
});
