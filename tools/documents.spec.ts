import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LIST_LIMITS } from '../services/shared/site-policy/src/model/list-kinds.ts';
import { FEATURES } from '../services/waf-proxy/src/pipeline/features.ts';

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

describe('files that documents name', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  /** A record of a decision speaks of its day. */
  const today = documents.filter((file) => !file.startsWith('docs/decisions/') && file !== 'CHANGELOG.md');

  it.each(today)('%s names source files that are there', (document) => {
    const text = readFileSync(path.join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
    const named = [...text.matchAll(/`([\w./-]+\w\.(?:tsx?|mjs|proto))`/g)].map(([, name = '']) => name);
    const missing = named.filter(
      (name) => !tracked.some((file) => file === name || file.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the table of phases in docs/architecture/a-request.md', () => {
  it('has the features of the edge in their order', () => {
    const text = readFileSync(path.join(root, 'docs/architecture/a-request.md'), 'utf8');
    const table = text.slice(text.indexOf('| feature |'));
    const named = [...table.matchAll(/^ *\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(FEATURES.map(({ name }) => name));
  });
});

describe('docs/development/commands.md', () => {
  it('has every script of the workspace', () => {
    const text = readFileSync(path.join(root, 'docs/development/commands.md'), 'utf8');
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const missing = Object.keys(scripts).filter(
      (name) => !new RegExp(`\`(npm (run )?)?${name}(\`| )`).test(text),
    );
    expect(missing).toEqual([]);
  });
});

describe('docs/guides/lists.md', () => {
  it('names the limits of a list', () => {
    const text = readFileSync(path.join(root, 'docs/guides/lists.md'), 'utf8');
    const { entries, textBytes, agents, agentPatterns } = LIST_LIMITS;
    for (const limit of [entries, agents, agentPatterns]) expect(text).toContain(limit.toLocaleString('en'));
    expect(text).toContain(`${textBytes / 2 ** 20} MiB`);
    const numbers = text.match(/(?<=\| )[\d,]{9,}(?= \|)/g) ?? [];
    expect(new Set(numbers)).toEqual(new Set([entries.toLocaleString('en')]));
  });
});

describe('decisions', () => {
  const records = documents.filter((file) => /^docs\/decisions\/\d/.test(file));

  it.each(records)('%s says its date, as in its name, and its status', (record) => {
    const [, date] = /(\d{4}-\d{2}-\d{2})-[a-z0-9-]+\.md$/.exec(record) ?? [];
    const text = readFileSync(path.join(root, record), 'utf8');
    expect(date).toBeDefined();
    expect(text).toMatch(new RegExp(`^# .+\\n\\n(- )?\\**Date:?\\**:? ${date}`));
    expect(text).toMatch(/Status:\**:? (accepted|superseded)/);
  });

  it.each(documents.filter((file) => path.basename(file) === 'RATIONALE.md'))(
    '%s is two pages at most: what is longer is a record',
    (rationale) => {
      const words = readFileSync(path.join(root, rationale), 'utf8').split(/\s+/).length;
      expect(words).toBeLessThanOrEqual(1_200);
    },
  );
});

describe('the figures of the README', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('are those of the score sheet', () => {
    const unseen = read('services/shared/managed-rules/SCORES.md').match(/^\| of these, unseen .*$/gm) ?? [];
    const [attacks, benign] = unseen.map((row) => row.split('|').slice(2, 6).map(Number));
    const [medium, crs] = [1, 3];
    const stated = read('README.md').replaceAll(/\s+/g, ' ');
    expect(stated).toContain(
      `they stop ${attacks?.[medium]?.toFixed(1)} % of attacks and block ${benign?.[medium]?.toFixed(2)} % of legitimate requests`,
    );
    expect(stated).toContain(
      `on the same data: ${attacks?.[crs]?.toFixed(1)} % and ${benign?.[crs]?.toFixed(1)} %`,
    );
  });
});
