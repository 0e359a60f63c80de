const HTML_TAGS =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?:[ >]|$)/i;

/** The common part of WHATWG MIME sniffing: what CRS's response stages rely on (text or HTML, XML, binary). */
export function sniffContentType(body: Buffer): string {
  const start = body.toString('latin1', 0, 512);
  const text = start.replace(/^[\t\n\f\r ]+/, '');
  if (HTML_TAGS.test(text)) return 'text/html; charset=utf-8';
  if (text.startsWith('<?xml')) return 'text/xml; charset=utf-8';
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('\x1f\x8b\x08')) return 'application/x-gzip';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the bytes that make content binary.
  return /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)
    ? 'application/octet-stream'
    : 'text/plain; charset=utf-8';
}
