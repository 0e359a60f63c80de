// Requests out of files: HTTP archives, traces of Playwright, lines of JSON (packed or not), examples of OpenAPI, curl commands and
// texts of requests.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { CommandError } from '@palisade/command-line';
import {
  parseJson,
  readHar,
  readJsonLine,
  readSample,
  type Sample,
  SampleError,
} from '@palisade/waf-proxy/judge';
import { parse } from 'yaml';
import { isOpenApi, openApiSamples } from './openapi-samples.ts';
import { traceSamples } from './trace-samples.ts';

export type Expectation = 'block' | 'pass';

export interface NamedSample {
  /** File and place in it. */
  name: string;
  sample: Sample;
  /** What the line itself says. */
  expect: Expectation | null;
}

/** An archive is read whole, a line at once. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;

/** @throws CommandError that names the place of what is no request */
export async function* samplesOf(file: string, host: string): AsyncGenerator<NamedSample> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile())
    throw new CommandError('file_missing', `There is no file ${file}.`);
  if (/\.(jsonl|ndjson)(\.gz)?$/.test(file)) {
    yield* linesOf(file, host);
    return;
  }
  if (stats.size > MAX_ARCHIVE_BYTES)
    throw new CommandError(
      'file_too_long',
      `${file} has more than ${MAX_ARCHIVE_BYTES} bytes.`,
      'Lines of JSON may be any number.',
    );
  if (/\.zip$/i.test(file)) {
    yield* numbered(file, () => [...traceSamples(file)]);
    return;
  }
  const text = readFileSync(file, 'utf8');
  if (/\.har$/i.test(file)) {
    yield* numbered(file, () => readHar(parseJson(text)));
    return;
  }
  const description = /\.(json|ya?ml)$/i.test(file) ? at(file, () => parsed(file, text)) : null;
  if (isOpenApi(description)) {
    for (const { name, sample } of at(file, () => openApiSamples(description, host)))
      yield { name: `${file} ${name}`, sample, expect: null };
    return;
  }
  yield { name: file, sample: at(file, () => readSample(text, host)), expect: null };
}

function* numbered(file: string, read: () => readonly Sample[]): Generator<NamedSample> {
  for (const [index, sample] of at(file, read).entries())
    yield { name: `${file}#${index + 1}`, sample, expect: null };
}

function parsed(file: string, text: string): unknown {
  if (/\.json$/i.test(file)) return parseJson(text);
  try {
    return parse(text);
  } catch (error) {
    throw new SampleError(`not YAML: ${(error as Error).message}`);
  }
}

async function* linesOf(file: string, host: string): AsyncGenerator<NamedSample> {
  let number = 0;
  for await (const line of textLines(file)) {
    number++;
    if (line.trim() === '') continue;
    const name = `${file}:${number}`;
    const { sample, expect } = at(name, () => lineSample(parseJson(line)));
    const hasHost = sample.fields.some(([field]) => field.toLowerCase() === 'host');
    yield {
      name,
      expect,
      sample: hasHost ? sample : { ...sample, fields: [['Host', host], ...sample.fields] },
    };
  }
}

/** Holds one line at a time: a small packed file may unpack to one of many gigabytes. */
async function* textLines(file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  let number = 1;
  for await (const chunk of unpacked(file)) {
    const text = decoder.write(chunk);
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield pieces.join('') + text.slice(from, end);
      number++;
      pieces = [];
      length = 0;
      from = end + 1;
    }
    pieces.push(text.slice(from));
    length += text.length - from;
    if (length > MAX_LINE_CHARACTERS)
      throw new CommandError('sample_unreadable', `${file}:${number}: this line is too long`);
  }
  yield pieces.join('') + decoder.end();
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file);
  // Its errors reach whoever reads the last stream.
  const input: Readable = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw;
  try {
    for await (const chunk of input) yield chunk as Buffer;
  } catch (cause) {
    throw new CommandError(
      'file_unreadable',
      `${file} cannot be read: ${(cause as Error).message}`,
      file.endsWith('.gz') ? 'Its name says that it is packed by gzip.' : '',
      { cause },
    );
  } finally {
    raw.destroy();
    input.destroy();
  }
}

function lineSample(value: unknown): { sample: Sample; expect: Expectation | null } {
  const expect = (value as { expect?: unknown } | null)?.expect ?? null;
  if (expect !== null && expect !== 'block' && expect !== 'pass')
    throw new SampleError('expect: is neither "block" nor "pass"');
  const isEntry = typeof value === 'object' && value !== null && 'request' in value;
  return { expect, sample: isEntry ? readHar(value)[0]! : readJsonLine(value) };
}

/** Says where. */
export function at<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SampleError)) throw error;
    throw new CommandError('sample_unreadable', `${place}: ${error.message}`, '', { cause: error });
  }
}
