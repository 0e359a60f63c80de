/** Signs in the raw headers, found in one pass, that distinguish people's browsers from programs. */
export interface HeadSigns {
  accept: string;
  acceptsHtml: boolean;
  hasAcceptLanguage: boolean;
  hasAcceptEncoding: boolean;
  /** Lower case; empty if absent. */
  fetchDestination: string;
  fetchMode: string;
  requestedWith: boolean;
  /** Has the fields of a CORS preflight, by which a browser asks what a page of another origin may send. */
  asksForOtherOrigin: boolean;
  hasClientHints: boolean;
  /** All Cookie fields, joined. */
  cookie: string;
  /** The first field is Host, as every browser writes it in HTTP/1. */
  hostFirst: boolean;
  /** No field name has a capital letter; in HTTP/1 browsers write capitals. */
  lowerCase: boolean;
}

const CAPITAL = /[A-Z]/;

export function readHeadSigns(rawHeaders: readonly string[]): HeadSigns {
  const signs: HeadSigns = {
    accept: '',
    acceptsHtml: false,
    hasAcceptLanguage: false,
    hasAcceptEncoding: false,
    fetchDestination: '',
    fetchMode: '',
    requestedWith: false,
    asksForOtherOrigin: false,
    hasClientHints: false,
    cookie: '',
    hostFirst: rawHeaders.length > 0 && rawHeaders[0]!.toLowerCase() === 'host',
    lowerCase: true,
  };
  let hasOrigin = false;
  let asksForMethod = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (signs.lowerCase && CAPITAL.test(name)) signs.lowerCase = false;
    // Most names are of another length than any that matters here.
    switch (name.length) {
      case 6:
        if (name.toLowerCase() === 'origin') hasOrigin = true;
        else noteShort(signs, name.toLowerCase(), rawHeaders[index + 1]!);
        break;
      case 9:
        if (name.toLowerCase() === 'sec-ch-ua') signs.hasClientHints = true;
        break;
      case 14:
        if (name.toLowerCase() === 'sec-fetch-dest')
          signs.fetchDestination = rawHeaders[index + 1]!.toLowerCase();
        else if (name.toLowerCase() === 'sec-fetch-mode')
          signs.fetchMode = rawHeaders[index + 1]!.toLowerCase();
        break;
      case 15:
        if (name.toLowerCase() === 'accept-language') signs.hasAcceptLanguage = true;
        else if (name.toLowerCase() === 'accept-encoding') signs.hasAcceptEncoding = true;
        break;
      case 16:
        if (name.toLowerCase() === 'x-requested-with') signs.requestedWith = true;
        break;
      case 29:
        if (name.toLowerCase() === 'access-control-request-method') asksForMethod = true;
        break;
    }
  }
  signs.asksForOtherOrigin = hasOrigin && asksForMethod;
  return signs;
}

function noteShort(signs: HeadSigns, name: string, value: string): void {
  if (name === 'accept') {
    signs.accept = value;
    signs.acceptsHtml = value.toLowerCase().includes('text/html');
  } else if (name === COOKIE) signs.cookie = joined(signs.cookie, value);
}

/** The same as `cookie` of all signs, for those who ask for nothing else. */
export function cookieOf(rawHeaders: readonly string[]): string {
  let cookie = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === COOKIE.length && name.toLowerCase() === COOKIE)
      cookie = joined(cookie, rawHeaders[index + 1]!);
  }
  return cookie;
}

const COOKIE = 'cookie';
const joined = (cookie: string, next: string): string => (cookie === '' ? next : `${cookie}; ${next}`);

const DOCUMENTS: ReadonlySet<string> = new Set(['', 'document', 'iframe', 'frame']);

/** The client is about to show the answer to a person, so that a page can ask something of it. */
export function wantsPage(signs: HeadSigns): boolean {
  return (
    signs.acceptsHtml &&
    !signs.requestedWith &&
    DOCUMENTS.has(signs.fetchDestination) &&
    (signs.fetchMode === '' || signs.fetchMode === 'navigate')
  );
}
