import { readCurlCommand } from './curl-command.ts';
import { readHttpText } from './http-text.ts';
import { parseJson, readHar, readJsonLine } from './json-samples.ts';
import { hasField, type Sample, SampleError, splitAddress } from './sample.ts';

/** A browser's headers, for requests that consist of a URL only. */
const BROWSER: Sample['fields'] = [
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'en-US,en;q=0.5'],
];

/**
 * Parses one request from any common form: a curl command, a HAR entry, a line of JSON, a raw HTTP request, or a URL,
 * which is requested as a browser would. `host` is used where none is given.
 * @throws SampleError
 */
export function readSample(text: string, host: string): Sample {
  const trimmed = text.trim();
  const sample = sampleIn(trimmed, text);
  if (hasField(sample.fields, 'host')) return sample;
  return { ...sample, fields: [['Host', host], ...sample.fields] };
}

function sampleIn(trimmed: string, text: string): Sample {
  if (trimmed === '') throw new SampleError('there is nothing in it');
  if (/^curl(?:\s|$)/.test(trimmed)) return readCurlCommand(trimmed);
  if (trimmed.startsWith('{')) return jsonSample(parseJson(trimmed));
  if (/^(?:https?:\/\/|\/)\S*$/i.test(trimmed)) {
    const { target, host, secure } = splitAddress(trimmed);
    return {
      method: 'GET',
      target,
      fields: [...(host === '' ? [] : [['Host', host] as const]), ...BROWSER],
      body: null,
      secure,
    };
  }
  return readHttpText(text);
}

function jsonSample(value: unknown): Sample {
  const isArchive = typeof value === 'object' && value !== null && ('log' in value || 'request' in value);
  if (!isArchive) return readJsonLine(value);
  const [sample, ...others] = readHar(value);
  if (sample === undefined || others.length > 0)
    throw new SampleError(
      `the archive has ${sample ? others.length + 1 : 0} requests: paste one of its entries`,
    );
  return sample;
}
