/**
 * Reads the third-party vectors, which live outside the repository: `../shared/data` beside it, or where
 * PALISADE_TEST_DATA points.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../../..');
const DATA = process.env.PALISADE_TEST_DATA ?? path.resolve(REPOSITORY, '../shared/data');

/** `describe`, or `describe.skip` with the reason in the title where the data are not on this machine. */
export function describeWithData(title: string, file: string, body: () => void): void {
  if (existsSync(path.join(DATA, file))) describe(title, body);
  else describe.skip(`${title} [skipped: no ${file} in the test data]`, body);
}

export function readText(file: string): string {
  return readFileSync(path.join(DATA, file), 'utf8');
}

export function readJson<T>(file: string): T {
  return JSON.parse(readText(file)) as T;
}

/** Names of the files directly in a folder, with the given ending, sorted. */
export function listFiles(folder: string, ending: string): string[] {
  const directory = path.join(DATA, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .sort();
}

export function readJsonLines<T>(file: string): T[] {
  const bytes = readFileSync(path.join(DATA, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** The files of a `.tar.gz` by their path in it. Empty where the archive is absent. */
export function readArchive(file: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  if (!existsSync(path.join(DATA, file))) return files;
  const tar = gunzipSync(readFileSync(path.join(DATA, file)));
  let at = 0;
  while (at + 512 <= tar.length && tar[at] !== 0) {
    const field = (from: number, length: number) =>
      tar
        .subarray(at + from, at + from + length)
        .toString('latin1')
        .replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    const prefix = field(345, 155);
    const name = (prefix === '' ? '' : `${prefix}/`) + field(0, 100);
    if (field(156, 1) === '0' || field(156, 1) === '') {
      files.set(name.replace(/^\.\//, ''), tar.subarray(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** Path of a file or folder below the test data. */
export const testData = (...parts: readonly string[]): string => path.join(DATA, ...parts);

/** `describe` where all files (by absolute path) are there, or a skip that says which are missing. */
export function describeWithFiles(name: string, files: readonly string[], body: () => void): void {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length === 0) describe(name, body);
  else describe.skip(`${name} [skipped: ${reasonOf(missing)}]`, body);
}

function reasonOf(missing: readonly string[]): string {
  const ofData = missing.filter((file) => file.startsWith(DATA)).map((file) => path.basename(file));
  return ofData.length > 0 ? `no ${ofData.join(', ')} in the test data` : 'no OWASP CRS of Debian';
}
