import { type Sample, SampleError } from './sample.ts';

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;

/** A raw HTTP request, with lines ended by LF or CRLF. */
export function readHttpText(text: string): Sample {
  const [, head = '', body] =
    /^([\s\S]*?)(?:\r?\n\r?\n([\s\S]*))?$/.exec(text.replace(/^(?:\r?\n)+/, '')) ?? [];
  const [requestLine = '', ...lines] = head.split(/\r?\n/);
  const [, method, target] = REQUEST_LINE.exec(requestLine) ?? [];
  if (method === undefined || target === undefined)
    throw new SampleError('the first line is no request line, such as GET /search?q=1 HTTP/1.1');
  const fields = lines
    .filter((line) => line !== '')
    .map((line, index): [string, string] => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new SampleError(`line ${index + 2} is no header, such as Accept: text/html`);
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  const hasBody = body !== undefined && body !== '';
  return { method, target, fields, body: hasBody ? Buffer.from(body) : null, secure: true };
}
