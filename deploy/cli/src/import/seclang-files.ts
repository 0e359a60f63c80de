// The texts of a SecLang set-up: its files, what they include, and what servers' own configurations hold of it.
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '@palisade/command-line';

export interface SecLangText {
  /** As the reader knows it. */
  name: string;
  text: string;
  /** Lines before it in its file. */
  before: number;
}

const MAX_FILES = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/** How each kind of server holds SecLang. */
export const DIALECTS = {
  modsecurity: (name: string, text: string): SecLangText[] => [{ name, text, before: 0 }],
  /** Files of directives, and the Caddyfile with them in backquotes. */
  coraza: (name: string, text: string): SecLangText[] =>
    text.includes('coraza_waf') ? inlineTexts(name, text, /`([^`]*)`/g) : [{ name, text, before: 0 }],
  /** nginx's own directives name files, or hold rules in quotes. */
  'nginx-crs': (name: string, text: string): SecLangText[] =>
    /^[ \t]*modsecurity(?:_rules(?:_file)?)?\s/m.test(text)
      ? [
          ...inlineTexts(name, text, /\bmodsecurity_rules\s+'([^']*)'/g),
          ...[...text.matchAll(/\bmodsecurity_rules_file\s+"?([^\s;"]+)"?\s*;/g)].map((match) => ({
            name,
            text: `Include ${match[1]}`,
            before: linesBefore(text, match.index),
          })),
        ]
      : [{ name, text, before: 0 }],
} as const;
export type Dialect = keyof typeof DIALECTS;

const linesBefore = (text: string, index: number): number => text.slice(0, index).split('\n').length - 1;

const inlineTexts = (name: string, text: string, pattern: RegExp): SecLangText[] =>
  [...text.matchAll(pattern)].map((match) => ({
    name,
    text: match[1] ?? '',
    before: linesBefore(text, match.index + match[0].indexOf(match[1] ?? '')),
  }));

/** Reads files once each, and no endless number of them. */
export class SecLangFiles {
  private readonly seen = new Set<string>();
  private bytes = 0;

  constructor(private readonly dialect: Dialect) {}

  /** @param pattern of a command line, or of an Include in the file `from` */
  read(pattern: string, from: string | null): SecLangText[] {
    const full = from === null ? pattern : path.resolve(path.dirname(from), pattern);
    // No server knows it, and it would walk through the whole machine.
    if (full.includes('**'))
      throw new CommandError(
        'pattern_too_wide',
        `${pattern} is not looked for: "**" is no pattern of an Include.`,
      );
    const files = /[*?[]/.test(full) ? globSync(full).sort() : [full];
    return files.flatMap((file) => this.texts(file));
  }

  private texts(file: string): SecLangText[] {
    const real = path.resolve(file);
    if (this.seen.has(real)) return [];
    this.seen.add(real);
    const stats = statSync(real, { throwIfNoEntry: false });
    if (!stats?.isFile()) throw new CommandError('file_missing', `There is no file ${file}.`);
    this.bytes += stats.size;
    if (this.seen.size > MAX_FILES || this.bytes > MAX_BYTES)
      throw new CommandError(
        'import_too_large',
        `This set-up has more than ${MAX_FILES} files or ${MAX_BYTES} bytes.`,
      );
    return DIALECTS[this.dialect](file, readFileSync(real, 'utf8'));
  }
}
