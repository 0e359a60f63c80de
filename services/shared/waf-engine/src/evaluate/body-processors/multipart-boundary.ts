import type { ByteString } from '../../model/api.ts';
import { MultipartError } from './multipart-error.ts';
import type { MultipartFlags } from './multipart-flags.ts';

const MAX_CONTENT_TYPE = 1024;
const MIME_TYPE = 'multipart/form-data';
/** RFC 2046, page 22; a blank may not come last. */
const BOUNDARY_CHARACTERS = /^[0-9A-Za-z'()+_,\-./:=? ]*[0-9A-Za-z'()+_,\-./:=?]$/;
const NOT_BLANK = /[^\s]/;

/** Finds the boundary in a Content-Type header, as strictly as ModSecurity does. */
export function parseBoundary(contentType: ByteString, flags: MultipartFlags): ByteString {
  const fail = (what: string): never => {
    flags.error = true;
    throw new MultipartError(what);
  };
  if (contentType === '') fail('Content-Type header not available.');
  if (contentType.length > MAX_CONTENT_TYPE) fail('Invalid boundary in C-T (length).');
  if (contentType.slice(0, MIME_TYPE.length).toLowerCase() !== MIME_TYPE) fail('Invalid MIME type.');
  if (countBoundaryParameters(contentType) > 1) fail('Multiple boundary parameters in C-T.');
  const at = contentType.indexOf('boundary');
  if (at < 0) {
    fail(
      countBoundaryParameters(contentType) > 0
        ? 'Invalid boundary in C-T (case sensitivity).'
        : 'Boundary not found in C-T.',
    );
  }
  const before = contentType.slice(MIME_TYPE.length, at).replace(';', '');
  if (NOT_BLANK.test(before)) fail('Invalid boundary in C-T (malformed).');
  flags.missingSemicolon = !contentType.slice(MIME_TYPE.length, at).includes(';');

  const equals = contentType.indexOf('=', at + 8);
  if (equals < 0) fail('Invalid boundary in C-T (malformed).');
  const beforeEquals = contentType.slice(at + 8, equals);
  if (NOT_BLANK.test(beforeEquals)) fail('Invalid boundary in C-T (parameter name).');
  if (beforeEquals !== '') flags.boundaryWhitespace = true;

  let boundary = contentType.slice(equals + 1);
  if (/^\s/.test(boundary)) flags.boundaryWhitespace = true;
  if (boundary.length >= 2 && boundary.startsWith('"') && boundary.endsWith('"')) {
    boundary = boundary.slice(1, -1);
    flags.boundaryQuoted = boundary !== '';
  } else if (boundary.startsWith('"') || (boundary.length >= 2 && boundary.endsWith('"'))) {
    fail('Invalid boundary in C-T (quote).');
  }
  if (boundary === '') fail('Invalid boundary in C-T (empty).');
  if (countBoundaryParameters(boundary) > 0) fail('Invalid boundary in C-T (content).');
  // Some frameworks put a charset parameter after the boundary; that much is tolerated.
  if (!BOUNDARY_CHARACTERS.test(boundary)) boundary = boundary.split(';', 1)[0]!;
  if (!BOUNDARY_CHARACTERS.test(boundary)) fail('Invalid boundary in C-T (characters).');
  return boundary;
}

function countBoundaryParameters(text: ByteString): number {
  const lower = text.toLowerCase();
  const lastEquals = lower.lastIndexOf('=');
  let count = 0;
  let at = lower.indexOf('boundary');
  while (at >= 0) {
    if (lastEquals >= at + 8) count++;
    at = lower.indexOf('boundary', at + 8);
  }
  return count;
}
