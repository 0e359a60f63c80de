// No pattern in the product's code takes more than linear time, whatever the text: a blank run of 30 KB in a header once
// held a worker for a second. recheck proves it, or finds a text that does; of a few patterns it can say neither in time, and
// how many depends on the machine, so that only what is known to be slow fails.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

const ROOT = path.resolve(import.meta.dirname, '..');
const SKIPPED_FOLDERS = /^(?:node_modules|dist|test|test-support|tools|bench|migrations|e2e)$/;
const PATTERN_MS = 5_000;

/** What takes longer, where it may stay, and why. */
const EXCUSED: Readonly<Record<string, { in: readonly string[]; why: string }>> = {
  '/\\/+$/': {
    in: [
      'services/auth/src/config/config.ts',
      'services/mailer/src/config/config.ts',
      'deploy/installation/src/operator/backup/store/open-store.ts',
    ],
    why: 'ends of addresses in settings, which the operator writes',
  },
  '/[^\\p{L}]+$/u': {
    in: ['services/auth/src/modules/passwords/common-passwords.ts'],
    why: 'passwords, which are bounded in length before',
  },
  '/\\[[^\\]]*\\]/g': {
    in: ['services/shared/waf-engine/src/evaluate/libinjection/sql-fingerprints.ts'],
    why: 'our own table of fingerprints, read once',
  },
  '/--([^\\r\\n]{1,200}?)[\\t ]*\\r?\\n/y': {
    in: ['services/shared/waf-engine/src/evaluate/body-processors/lenient-parts.ts'],
    why: 'tried at one place only, with at most 200 places for the blanks to begin',
  },
  '/\\/\\*[\\s\\S]*?\\*\\//g': {
    in: ['deploy/installation/src/operator/upgrade/migration-rules.ts'],
    why: 'our own migrations, read by a test',
  },
  '/([:.=])(\\^?)((?:\\\\[\\\\\\]]|(?!\\[\\1|\\1\\]|\\\\[\\\\\\]])[^\\]])*)\\1\\]/y': {
    in: ['services/shared/regex/src/syntax/parse-class.ts'],
    why: 'tried at one place only, and no further than the next one of its kind',
  },
  '/%\\{([A-Za-z_]+)(?:[.:]([^}]*))?\\}/g': {
    in: ['services/shared/waf-engine/src/compile/seclang/parse-macros.ts'],
    why: 'rule files of the operator, read once',
  },
  '/^(\\s*!?\\s*)@([A-Za-z0-9_]+)(\\s*)/': {
    in: ['services/shared/waf-engine/src/compile/seclang/parse-operator.ts'],
    why: 'rule files of the operator, read once',
  },
};

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.test(entry.name)) yield* sourcesBelow(full);
    else if (/(?<!\.(?:spec|int-spec|e2e-spec|bench|d))\.ts$/.test(entry.name)) yield full;
  }
}

interface Pattern {
  source: string;
  flags: string;
  file: string;
}

function* patternsIn(file: string): Generator<Pattern> {
  const tree: unknown = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', decorators: true });
  const nodes: unknown[] = [tree];
  while (nodes.length > 0) {
    const node = nodes.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as unknown as { pattern: string; flags: string };
      yield { source: pattern, flags, file: path.relative(ROOT, file) };
    }
    nodes.push(...Object.values(node));
  }
}

it('every pattern of the services takes linear time', async () => {
  const folders = ['services', 'deploy'].flatMap((name) => [...sourcesBelow(path.join(ROOT, name))]);
  const patterns = new Map<string, Pattern & { files: Set<string> }>();
  for (const file of folders) {
    for (const pattern of patternsIn(file)) {
      const text = `/${pattern.source}/${pattern.flags}`;
      const { files } = patterns.get(text) ?? { files: new Set() };
      patterns.set(text, { ...pattern, files: files.add(pattern.file) });
    }
  }
  // As many as there are; far fewer would mean that they are not found any more.
  expect(patterns.size).toBeGreaterThan(200);
  const faults: string[] = [];
  for (const [text, { source, flags, files }] of patterns) {
    const excused = new Set(EXCUSED[text]?.in);
    const file = [...files].find((one) => !excused.has(one));
    if (file === undefined) continue;
    const { status, complexity } = await check(source, flags, { timeout: PATTERN_MS });
    if (status === 'vulnerable') faults.push(`${file}: ${text} is ${complexity?.summary}`);
  }
  expect(faults).toEqual([]);
  const idle = Object.entries(EXCUSED).flatMap(([text, excuse]) =>
    excuse.in.filter((file) => !patterns.get(text)?.files.has(file)).map((file) => `${file}: ${text}`),
  );
  expect(idle).toEqual([]);
});
