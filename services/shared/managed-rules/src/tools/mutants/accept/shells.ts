// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells write variables so, too
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Interpreter, PlacedText } from './interpreter.ts';

const TEMPLATES = {
  argument: ['ping -c1 ', ''],
  'argument in single quotes': ["ping -c1 '", "'"],
  'argument in double quotes': ['ping -c1 "', '"'],
  command: ['', ''],
} as const satisfies Record<string, readonly [string, string]>;

/** What makes of a text more than words for the command before it. */
const META = {
  argument: /[;|&`\n<>]|\$[({]/,
  'argument in single quotes': /'/,
  'argument in double quotes': /["`]|\$[({]/,
  command: /^[^\s\w]*[./\w'"\\$@*?{}^-]+/,
} as const satisfies Record<keyof typeof TEMPLATES, RegExp>;

/** Commands of other shells and calls of PHP and similar languages; by grammar alone they would be words. */
const OTHER_LANGUAGE = /(?:^|[\s'"+])[a-z]:[\\/]|\w\(|^\(\) *\{/i;

/** Reads each file without carrying it out (`-n`) and names those that are programs. */
const READ_ALL =
  'for file in "$0"/*; do dash -n "$file" || bash -n "$file"; test $? = 0 && echo "${file##*/}"; done; true';
const FILES_AT_ONCE = 500;
const TIMEOUT_MS = 120_000;

/** dash, or bash where dash does not know the syntax. Nothing is ever run: both only read. */
export function shellInterpreter(): Interpreter {
  return {
    name: 'dash and bash, syntax only',
    positions: Object.keys(TEMPLATES),
    accepts: (texts) => {
      const accepted: boolean[] = [];
      for (let from = 0; from < texts.length; from += FILES_AT_ONCE)
        accepted.push(...readAll(texts.slice(from, from + FILES_AT_ONCE)));
      return Promise.resolve(accepted);
    },
  };
}

function readAll(texts: readonly PlacedText[]): boolean[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-shell-'));
  try {
    for (const [index, { text, position }] of texts.entries()) {
      const template = position as keyof typeof TEMPLATES;
      if (text.includes('\0') || OTHER_LANGUAGE.test(text) || !META[template].test(text)) continue;
      const [before, after] = TEMPLATES[template];
      writeFileSync(path.join(folder, String(index)), `${before}${text}${after}\n`);
    }
    const named = execFileSync('dash', ['-c', READ_ALL, folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
    });
    const good = new Set(named.split('\n'));
    return texts.map((_, index) => good.has(String(index)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
