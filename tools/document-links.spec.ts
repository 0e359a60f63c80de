import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

/** As GitHub makes them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function brokenLinks(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked =
        file === '' ? path.join(root, document) : path.resolve(root, path.dirname(document), file);
      if (!existsSync(linked)) return true;
      if (anchor === undefined) return false;
      const headings = readFileSync(linked, 'utf8').match(/^#+ .*$/gm) ?? [];
      return !headings.some((heading) => anchorOf(heading.replace(/^#+ /, '')) === anchor);
    });
}

describe('links between documents', () => {
  it.each(documents)('%s leads to what exists', (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });
});
