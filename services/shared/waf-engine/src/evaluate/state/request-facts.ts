import type { ByteString } from '../../model/api.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { pathReadings } from './request-path.ts';

export interface RequestFacts {
  method: ByteString;
  /** The request target as it came. */
  target: ByteString;
  protocol: ByteString;
  line: ByteString;
  /** Without scheme and authority, percent-decoded, with query. */
  uri: ByteString;
  /** Percent-decoded path without query. */
  filename: ByteString;
  /** What follows the last slash or backslash of `filename`. */
  basename: ByteString;
  queryString: ByteString;
}

export const NO_REQUEST: RequestFacts = {
  method: '',
  target: '',
  protocol: '',
  line: '',
  uri: '',
  filename: '',
  basename: '',
  queryString: '',
};

/**
 * Takes a request line apart. A fragment stays only in REQUEST_URI_RAW and REQUEST_LINE. As in ModSecurity 2, the path ends
 * at the `?` of the wire, not at an encoded one (`/a%3fb`), behind which libmodsecurity would not look.
 */
export function parseRequestLine(method: ByteString, target: ByteString, protocol: ByteString): RequestFacts {
  const fragment = target.indexOf('#');
  const withoutFragment = fragment < 0 ? target : target.slice(0, fragment);
  const query = withoutFragment.indexOf('?');
  const uri = withoutAuthority(withoutFragment);
  const path = uri.indexOf('?');
  const filename = percentDecode(path < 0 ? uri : uri.slice(0, path), false);
  const lastSlash = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\'));
  return {
    method,
    target,
    protocol,
    line: `${method} ${target} ${protocol}`,
    uri: percentDecode(uri, false),
    filename,
    basename: lastSlash < 0 ? '' : filename.slice(lastSlash + 1),
    queryString: query < 0 ? '' : withoutFragment.slice(query + 1),
  };
}

/** Whether the path begins with this however the origin may read it: what is open must not open its neighbours. */
export function liesBelow({ target, filename }: RequestFacts, prefix: ByteString): boolean {
  if (!filename.startsWith(prefix)) return false;
  return pathReadings(withoutAuthority(target)).every((reading) => reading.startsWith(prefix));
}

function withoutAuthority(uri: ByteString): ByteString {
  if (uri === '' || uri.startsWith('/')) return uri;
  const colon = uri.indexOf(':');
  if (colon < 0 || !uri.startsWith('//', colon + 1)) return uri;
  const path = uri.indexOf('/', colon + 3);
  return path < 0 ? uri : uri.slice(path);
}
