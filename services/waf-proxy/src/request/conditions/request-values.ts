import type { ListKind } from '@palisade/site-policy';
import { type AskedFields, pathReadings, percentDecode } from '@palisade/waf-engine';
import { clientScheme } from '../client-scheme.ts';
import { ja4Of, tlsVersionOf } from '../client-tls.ts';
import type { AskingSite, ListedClients, ListMatch } from '../listed-clients.ts';
import type { RequestContext } from '../request-context.ts';
import { type KnownFacts, NOTHING_FOUND } from './found-out.ts';
import { ABSENT, Values, withoutCase } from './values.ts';

/** Names that a site's rules refer to: headers and cookies in lower case, parameters as written. Byte strings. */
export interface AskedNames {
  readonly headers: ReadonlySet<string>;
  /** Lengths of the header names, to skip most headers of a request without comparing. */
  readonly headerLengths: ReadonlySet<number>;
  readonly cookies: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  /** Ids of lists. */
  readonly lists: ReadonlySet<string>;
  readonly body: AskedFields;
}

export type AskedRequest = Pick<
  RequestContext,
  'client' | 'country' | 'method' | 'head' | 'rawHeaders' | 'connection' | 'isRelayed' | 'protocol'
> & { readonly site: AskingSite | null };

const NO_CRAWLER = [ABSENT];
const NO_SITE: AskingSite = { siteId: '', ownerId: '', filledLists: new Set() };

/**
 * One request as custom rules see it. Each part is read once, when a rule first asks for it, and only those headers,
 * cookies and parameters that some rule names. Their number is not limited, as a limit would be a way around the rules;
 * the size of a head bounds it.
 */
export class RequestValues {
  private readonly request: AskedRequest;
  private readonly asked: AskedNames;
  private readonly lists: ListedClients;
  private readonly found: KnownFacts;
  private storedPaths: readonly Values[] | null = null;
  private headers: ReadonlyMap<string, Values> | null = null;
  private cookies: ReadonlyMap<string, Values> | null = null;
  private parameters: ReadonlyMap<string, Values> | null = null;
  private storedQuery: Values | null = null;
  private storedMethod: Values | null = null;
  private storedCountry: Values | null = null;
  private storedHost: Values | null = null;
  private storedScheme: Values | null = null;

  constructor(
    request: AskedRequest,
    asked: AskedNames,
    lists: ListedClients,
    found: KnownFacts = NOTHING_FOUND,
  ) {
    this.request = request;
    this.asked = asked;
    this.lists = lists;
    this.found = found;
  }

  /** The first of these lists that contains the client, as `ListedClients.lookUp` returns it. */
  listMatch(ids: readonly string[], holds: ListKind): ListMatch | null | undefined {
    return this.lists.lookUp(ids, this.request.site ?? NO_SITE, this.request, holds);
  }

  /** Undefined: the list is missing. */
  listName(id: string): string | undefined {
    return this.lists.nameOf(id);
  }

  /** Null: nothing waited for the body. */
  get body(): KnownFacts['body'] {
    return this.found.body;
  }

  /** Null: the managed rules have not run, or not yet. */
  get attackScore(): number | null {
    return this.found.attackScore;
  }

  /** Null: there is no answer, or not yet. */
  get answerStatus(): number | null {
    return this.found.answerStatus;
  }

  /** The purpose of the crawler that the client claims to be. Without proof, "none" is a reading of it, too. */
  get crawlerKinds(): readonly Values[] {
    const { crawler } = this.found;
    if (crawler === null) return NO_CRAWLER;
    const claimed = Values.exact([crawler.kind]);
    return crawler.isGenuine ? [claimed] : [claimed, ABSENT];
  }

  get client(): RequestContext['client'] {
    return this.request.client;
  }

  get country(): Values {
    if (this.storedCountry === null) {
      const code = this.request.country?.code ?? '';
      this.storedCountry = code === '' ? ABSENT : Values.withoutCase([code]);
    }
    return this.storedCountry;
  }

  get asn(): Values {
    const asn = this.request.country?.asn ?? 0;
    return asn === 0 ? ABSENT : Values.exact([String(asn)]);
  }

  /** "1.0", "1.1", "2" or "3". */
  get httpVersion(): Values {
    return Values.exact([this.request.protocol.slice('HTTP/'.length).replace(/^([23])\.0$/, '$1')]);
  }

  get ja4(): Values {
    const text = ja4Of(this.request);
    return text === '' ? ABSENT : Values.withoutCase([text]);
  }

  get tlsVersion(): Values {
    const version = tlsVersionOf(this.request);
    return version === '' ? ABSENT : Values.exact([version]);
  }

  get method(): Values {
    this.storedMethod ??= Values.withoutCase([this.request.method]);
    return this.storedMethod;
  }

  get host(): Values {
    this.storedHost ??= Values.exact([this.request.head.host]);
    return this.storedHost;
  }

  get scheme(): Values {
    this.storedScheme ??= Values.exact([clientScheme(this.request)]);
    return this.storedScheme;
  }

  /** All ways in which servers may read the path, the usual one first. */
  get paths(): readonly Values[] {
    this.storedPaths ??= pathReadings(this.request.head.target).map((reading) => Values.exact([reading]));
    return this.storedPaths;
  }

  get query(): Values {
    this.storedQuery ??= Values.exact([queryOf(this.request.head.target)]);
    return this.storedQuery;
  }

  header(name: string): Values {
    this.headers ??= named(headersIn(this.request.rawHeaders, this.asked), Values.withoutCase);
    return this.headers.get(name) ?? ABSENT;
  }

  cookie(name: string): Values {
    this.cookies ??= named(cookiesIn(this.request.rawHeaders, this.asked.cookies), Values.withoutCase);
    return this.cookies.get(name) ?? ABSENT;
  }

  parameter(name: string): Values {
    this.parameters ??= named(
      parametersIn(queryOf(this.request.head.target), this.asked.parameters),
      Values.exact,
    );
    return this.parameters.get(name) ?? ABSENT;
  }
}

type Found = Map<string, string[]>;

function named(found: Found, valuesOf: (texts: readonly string[]) => Values): ReadonlyMap<string, Values> {
  const values = new Map<string, Values>();
  for (const [name, texts] of found) values.set(name, valuesOf(texts));
  return values;
}

function add(found: Found, name: string, text: string): void {
  const texts = found.get(name);
  if (texts === undefined) found.set(name, [text]);
  else texts.push(text);
}

function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? '' : target.slice(query + 1);
}

function headersIn(rawHeaders: readonly string[], { headers, headerLengths }: AskedNames): Found {
  const found: Found = new Map();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!headerLengths.has(rawHeaders[index]!.length)) continue;
    const name = rawHeaders[index]!.toLowerCase();
    if (headers.has(name)) add(found, name, rawHeaders[index + 1]!);
  }
  return found;
}

function parametersIn(query: string, asked: ReadonlySet<string>): Found {
  const found: Found = new Map();
  for (let start = 0; start < query.length; ) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand < 0 ? query.length : ampersand;
    // Searched within the part only: searching the whole rest of the query for each part would be quadratic.
    const part = query.slice(start, end);
    const equals = part.indexOf('=');
    const name = percentDecode(equals < 0 ? part : part.slice(0, equals), true);
    if (asked.has(name)) add(found, name, equals < 0 ? '' : percentDecode(part.slice(equals + 1), true));
    start = end + 1;
  }
  return found;
}

/** Frameworks differ in whether they decode cookies, so both forms count; quotes around a value do not. */
function cookiesIn(rawHeaders: readonly string[], asked: ReadonlySet<string>): Found {
  const found: Found = new Map();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length !== 6 || rawHeaders[index]!.toLowerCase() !== 'cookie') continue;
    for (const pair of rawHeaders[index + 1]!.split(';')) {
      const equals = pair.indexOf('=');
      const name = withoutCase((equals < 0 ? pair : pair.slice(0, equals)).trim());
      if (!asked.has(name)) continue;
      const value = equals < 0 ? '' : withoutQuotes(pair.slice(equals + 1).trim());
      add(found, name, value);
      const decoded = percentDecode(value, false);
      if (decoded !== value) add(found, name, decoded);
    }
  }
  return found;
}

function withoutQuotes(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
