import { parseArgs } from 'node:util';
import { hasField, type Sample, SampleError, splitAddress } from './sample.ts';
import { shellWords } from './shell-words.ts';

const TEXTS = { type: 'string', multiple: true } as const;
const FLAG = { type: 'boolean' } as const;

/** Options that describe the request, and options that people copy along but do not affect it. */
const OPTIONS = {
  request: { type: 'string', short: 'X' },
  header: { ...TEXTS, short: 'H' },
  data: { ...TEXTS, short: 'd' },
  'data-raw': TEXTS,
  'data-ascii': TEXTS,
  'data-binary': TEXTS,
  'data-urlencode': TEXTS,
  json: TEXTS,
  form: { ...TEXTS, short: 'F' },
  'form-string': TEXTS,
  cookie: { ...TEXTS, short: 'b' },
  'user-agent': { type: 'string', short: 'A' },
  referer: { type: 'string', short: 'e' },
  user: { type: 'string', short: 'u' },
  get: { ...FLAG, short: 'G' },
  head: { ...FLAG, short: 'I' },
  url: { type: 'string' },
  compressed: FLAG,
  insecure: { ...FLAG, short: 'k' },
  silent: { ...FLAG, short: 's' },
  'show-error': { ...FLAG, short: 'S' },
  location: { ...FLAG, short: 'L' },
  include: { ...FLAG, short: 'i' },
  verbose: { ...FLAG, short: 'v' },
  fail: { ...FLAG, short: 'f' },
  'fail-with-body': FLAG,
  globoff: { ...FLAG, short: 'g' },
  'path-as-is': FLAG,
  http2: FLAG,
  'http1.1': FLAG,
  http3: FLAG,
  output: { type: 'string', short: 'o' },
  'max-time': { type: 'string', short: 'm' },
} as const;

/** Maximum number of arguments; browsers copy at most a hundred, and reading takes more than linear time. */
const MAX_WORDS = 1_000;

/** Parses a curl command into its request. Files are not read, nothing is sent. */
export function readCurlCommand(command: string): Sample {
  const [program, ...args] = shellWords(isOfWindows(command) ? withoutCarets(command) : command);
  if (args.length >= MAX_WORDS) throw new SampleError(`a command has ${MAX_WORDS} words at most`);
  if (program !== 'curl') throw new SampleError('this is no curl command');
  const { values, positionals } = optionsOf(args);
  const address = values.url ?? positionals[0];
  if (address === undefined) throw new SampleError('the command names no address');
  const { target, host, secure } = splitAddress(/^https?:/i.test(address) ? address : `http://${address}`);
  const fields = fieldsOf(values);
  const content = contentOf(values);
  const inQuery = values.get === true && content !== null;
  const body = inQuery ? null : content;
  if (body !== null && body.type !== '' && !hasField(fields, 'content-type'))
    fields.push(['Content-Type', body.type]);
  if (!hasField(fields, 'host') && host !== '') fields.unshift(['Host', host]);
  if (!hasField(fields, 'user-agent')) fields.push(['User-Agent', 'curl/8.5.0']);
  if (!hasField(fields, 'accept')) fields.push(['Accept', values.json ? 'application/json' : '*/*']);
  return {
    method: values.request ?? (values.head ? 'HEAD' : body === null ? 'GET' : 'POST'),
    target: inQuery ? `${target}${target.includes('?') ? '&' : '?'}${content.bytes.toString()}` : target,
    fields,
    body: body?.bytes ?? null,
    secure,
  };
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new SampleError((error as Error).message.split('. To specify')[0]!);
  }
}
type Given = ReturnType<typeof optionsOf>['values'];

function fieldsOf(values: Given): [string, string][] {
  const fields: [string, string][] = [];
  const credentials = values.user;
  if (credentials !== undefined)
    fields.push(['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]);
  if (values['user-agent'] !== undefined) fields.push(['User-Agent', values['user-agent']]);
  if (values.referer !== undefined) fields.push(['Referer', values.referer]);
  for (const header of values.header ?? []) {
    const [, name = '', separator = '', value = ''] = /^([^:;]+)([:;])([\s\S]*)$/.exec(header) ?? [];
    // In curl, `Name:` removes a default header and `Name;` sends one without a value.
    if (separator === '' || /[\r\n]/.test(header))
      throw new SampleError(`${header} is no header, such as Accept: text/html`);
    if (separator === ';' || value.trim() !== '') fields.push([name.trim(), value.trim()]);
  }
  const cookies = values.cookie ?? [];
  if (cookies.some((cookie) => !cookie.includes('=')))
    throw new SampleError('cookies of a file are not read');
  if (cookies.length > 0) fields.push(['Cookie', cookies.join('; ')]);
  return fields;
}

interface Content {
  bytes: Buffer;
  type: string;
}

function contentOf(values: Given): Content | null {
  const form = [...(values.form ?? []), ...(values['form-string'] ?? [])];
  if (form.length > 0) return multipart(form);
  if (values.json !== undefined)
    return { bytes: Buffer.from(unread(values.json).join('')), type: 'application/json' };
  const read = [...(values.data ?? []), ...(values['data-ascii'] ?? []), ...(values['data-binary'] ?? [])];
  const encoded = (values['data-urlencode'] ?? []).map(urlEncoded);
  const parts = [...unread(read), ...(values['data-raw'] ?? []), ...encoded];
  if (parts.length === 0) return null;
  return { bytes: Buffer.from(parts.join('&')), type: 'application/x-www-form-urlencoded' };
}

/** Rejects `@file`, which curl would read. */
function unread(parts: readonly string[]): readonly string[] {
  const file = parts.find((part) => part.startsWith('@'));
  if (file !== undefined) throw new SampleError(`files are not read: put what ${file} has into the command`);
  return parts;
}

/** `content`, `=content`, `name=content`. */
function urlEncoded(part: string): string {
  const [, name = '', value = ''] = /^([^=@]*)=([\s\S]*)$/.exec(part) ?? ['', '', part];
  if (part.includes('@') && !part.includes('=')) throw new SampleError('files are not read');
  const encoded = encodeURIComponent(value.toWellFormed());
  return name === '' ? encoded : `${name}=${encoded}`;
}

/** As browsers on Windows copy for its shell, in which a caret takes the meaning of what follows. */
const isOfWindows = (command: string): boolean => /^curl\s+\^"/.test(command);

/** Line ends after a caret are removed, unless there are two. */
const withoutCarets = (command: string): string =>
  command.replaceAll(/\^(?:\r?\n(\r?\n)?|([\s\S]))/g, (_, second?: string, other?: string) =>
    other === undefined ? (second ?? ' ') : other,
  );

const BOUNDARY = '------------------------palisade-sample';

function multipart(parts: readonly string[]): Content {
  const bytes = parts.map((part) => {
    const [, name = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(part) ?? [];
    if (name === '') throw new SampleError(`${part} is no field of a form, such as name=value`);
    if (value.startsWith('@') || value.startsWith('<')) throw new SampleError('files are not read');
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  });
  return {
    bytes: Buffer.from(`${bytes.join('')}--${BOUNDARY}--\r\n`),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}
