import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRequest } from './send.ts';

interface Part {
  name: string;
  value: string;
  filename?: string;
  type?: string;
}

/** A request as the data files beside the packs have it. */
export interface PackExample {
  what: string;
  method: string;
  target: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
  parts?: Part[];
  type?: string;
  text?: string;
  /** The rule of the pack that stops it; absent: any rule does, also without the pack. */
  patch?: number;
  /** The attack stands where the pack exempts another class. */
  excluded?: boolean;
}

export interface PackExamples {
  pass: PackExample[];
  stop: PackExample[];
}

const directory = join(import.meta.dirname, '..', '..', 'packs', 'examples');

export const examplesOf = (pack: string): PackExamples =>
  JSON.parse(readFileSync(join(directory, `${pack}.json`), 'utf8')) as PackExamples;

export function requestOf(example: PackExample): TestRequest {
  const { type, body } = bodyOf(example);
  const headers = { ...(type === '' ? {} : { 'Content-Type': type }), ...example.headers };
  return { method: example.method, target: example.target, headers: Object.entries(headers).flat(), body };
}

function bodyOf({ form, json, parts, type, text }: PackExample): { type: string; body: string } {
  if (form) {
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  }
  if (json !== undefined) return { type: type ?? 'application/json', body: JSON.stringify(json) };
  if (parts) {
    const texts = parts.map(({ name, value, filename, type: of }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${of}`;
      return `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
    return { type: 'multipart/form-data; boundary=edge', body: `${texts.join('')}--edge--\r\n` };
  }
  return { type: type ?? '', body: text ?? '' };
}
