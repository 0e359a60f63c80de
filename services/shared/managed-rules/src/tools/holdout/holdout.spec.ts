/** Attacks and honest requests of our own that the rules were not written from; what they say of both stays so. */
import { sites } from '../../test-support/send.ts';
import { type HoldoutCase, isBlocked, runHoldout } from './run.ts';
import { INJECTION_TEXTS } from './sets/01-injections/honest-texts.ts';
import { ENCODING_TEXTS } from './sets/02-encodings/honest-texts.ts';
import { RECENT_TEXTS } from './sets/04-recent-tools/honest-texts.ts';
import { ENGINE_TEXTS } from './sets/05-engines/honest-texts.ts';
import { ZONE_TEXTS } from './sets/06-zones/honest-texts.ts';
import { QUERY_REQUESTS } from './sets/06-zones/whole-attacks.ts';
import { CLIENT_TEXTS } from './sets/07-clients/honest-texts.ts';
import { PARSER_TEXTS } from './sets/08-parsers/honest-texts.ts';
import { QUERY_LANGUAGE_TEXTS } from './sets/09-query-languages/honest-texts.ts';
import { PHRASES } from './sets/10-people-and-programs/phrase-requests.ts';
import { SHOP_SEARCHES } from './sets/11-odd-bodies/shop-searches.ts';
import { HOLDOUT_SETS, type HoldoutSet, type HoldoutSetName } from './sets.ts';

const share = (cases: readonly HoldoutCase[]): number =>
  cases.filter(({ blocked }) => blocked).length / cases.length;

interface Expected {
  readonly attacks: number;
  readonly cases: number;
  readonly blocked: number;
  /** Of each class, of each place and of each disguise. */
  readonly least: readonly [family: number, place: number, encoding: number];
  /** Values inside a text of their own kind, or in a file that is not executed. */
  readonly weakPlaces: readonly string[];
  /** Of those with one place only. */
  readonly passing?: readonly string[];
}

/**
 * What is no attack by what it says (a path of a style sheet, a login, a header that the edge answers itself), known holes of products
 * without a patch of their own, and texts that are honest elsewhere.
 */
const PARSER_PASSING = [
  'CVE: Langflow, a default',
  'CVE: Erlang, an SSH of the gateway',
  'CVE: Citrix, an empty login',
  'CVE: WordPress, a cookie of a cache',
  'CVE: HTTP.sys, a range',
  'CVE: BeyondTrust, a quote',
  'NoSQL: a key with a semicolon',
  'XXE: a stylesheet',
  'SAML: a comment in a name',
  'archive: tar that climbs',
  'file: a polyglot of GIF and JS',
  'file: a polyglot of PDF and HTML',
  'file: a link file',
  'file: LaTeX',
  'file: a settings file of Git',
  'smuggling: a header of an old proxy',
  'smuggling: an obfuscated header',
  'smuggling: h2c',
  'cache: a file behind a semicolon',
  'cache: a file behind a line end',
  'host: an address within',
  'host: an at',
  'header: JNDI in a method',
  'header: a range for a bomb',
  'header: a proxy for CGI',
  'a diagram that includes',
];

/**
 * Operators on fields of any name, which interfaces of stores have; what is seen over many requests (log-ins, queries of one field); code in archives
 * that are unpacked by who sends it, and archives in values; texts in files for calendars and address books.
 */
const QUERY_LANGUAGE_PASSING = [
  'operator: brackets with a list',
  'operator: in JSON in a header',
  'operator: in YAML',
  'operator: an update',
  'operator: a rename',
  'ORM: Knex, an object',
  'ORM: mysql2, an object',
  'ORM: Hasura, SQL',
  'GraphQL: 120 aliases by GET',
  'GraphQL: a field 2,000 times',
  'GraphQL: a form of another site',
  'archive: PHP in a plug-in',
  'archive: JSP in a WAR',
  'archive: SVG in a ZIP',
  'archive: a ZIP in base64 of JSON',
  'archive: a ZIP in a data URL',
  'archive: a pickle of a model',
  'archive: a dump that is packed',
  'within: YAML in JSON, command',
  'within: STOMP, command',
  'SQL: a lone MERGE',
];

const EXPECTED: Readonly<
  Record<Exclude<HoldoutSetName, 'zones' | 'people-and-programs' | 'odd-bodies'>, Expected>
> = {
  injections: { attacks: 183, cases: 16_960, blocked: 16_900, least: [0.95, 0.94, 0.96], weakPlaces: [] },
  encodings: {
    attacks: 219,
    cases: 14_143,
    blocked: 14_095,
    least: [0.96, 0.97, 0.95],
    weakPlaces: [],
  },
  'rare-forms': {
    attacks: 125,
    cases: 3_695,
    blocked: 3_670,
    least: [0.9, 0.92, 0.85],
    weakPlaces: [],
  },
  'recent-tools': {
    attacks: 108,
    cases: 3_388,
    blocked: 3_270,
    least: [0.9, 0.85, 0.8],
    weakPlaces: ['Via', 'protocol buffers'],
  },
  engines: {
    attacks: 312,
    cases: 4_620,
    blocked: 4_350,
    least: [0.7, 0.8, 0.9],
    weakPlaces: ['percent in an address in a text', 'text in a file'],
  },
  clients: {
    attacks: 444,
    cases: 4_725,
    blocked: 4_550,
    least: [0.8, 0.85, 0.93],
    weakPlaces: ['agent in brackets'],
  },
  parsers: {
    attacks: 457,
    cases: 2_703,
    blocked: 2_510,
    least: [0.6, 0.84, 0.9],
    // An agent's device is one word of a comment; addresses are what a move's destination is.
    weakPlaces: ['device of an agent', 'Destination'],
    passing: PARSER_PASSING,
  },
  'query-languages': {
    attacks: 234,
    cases: 1_346,
    blocked: 1_330,
    least: [0.85, 0.95, 0.95],
    weakPlaces: [],
    passing: QUERY_LANGUAGE_PASSING,
  },
};

describe.each(Object.entries(EXPECTED))('attacks of the %s set at medium', (name, expected) => {
  const set: HoldoutSet = HOLDOUT_SETS[name as HoldoutSetName];
  let cases: readonly HoldoutCase[];

  beforeAll(() => {
    cases = [...runHoldout(sites.medium, set)];
  }, 120_000);

  it('are as many as they were, and as many of them are stopped', () => {
    expect(Object.values(set.attacks).flat()).toHaveLength(expected.attacks);
    expect(cases).toHaveLength(expected.cases);
    expect(cases.filter(({ blocked }) => blocked).length).toBeGreaterThanOrEqual(expected.blocked);
  });

  it.each(Object.keys(set.attacks))('%s: hardly any passes', (family) => {
    expect(share(cases.filter((one) => one.family === family))).toBeGreaterThan(expected.least[0]);
  });

  it.each(Object.keys(set.places).filter((place) => !expected.weakPlaces.includes(place)))(
    'in a %s hardly any passes',
    (place) => {
      expect(share(cases.filter((one) => one.place === place))).toBeGreaterThan(expected.least[1]);
    },
  );

  it.each(Object.keys(set.encodings))('spelt as %s hardly any passes', (encoding) => {
    expect(share(cases.filter((one) => one.encoding === encoding))).toBeGreaterThan(expected.least[2]);
  });

  it('that have one place only are stopped there', () => {
    const passed = Object.entries(set.whole).filter(([, request]) => !isBlocked(sites.medium, request));
    expect(passed.map(([title]) => title)).toEqual(expected.passing ?? []);
  });
});

describe('attacks of the set `zones`, each in a place of its own', () => {
  const whole = Object.entries(HOLDOUT_SETS.zones.whole);

  it('are as many as they were, and stopped at medium', () => {
    expect(whole).toHaveLength(163);
    expect(whole.filter(([, request]) => !isBlocked(sites.medium, request)).map(([title]) => title)).toEqual(
      [],
    );
  });

  it.each(Object.entries(QUERY_REQUESTS))('%s: stopped at high alone', (_title, request) => {
    expect(isBlocked(sites.medium, request)).toBe(false);
    expect(isBlocked(sites.high, request)).toBe(true);
  });
});

/** Markup that shows a tag by its references: the same bytes run where a page undoes them once more. */
const TAG_THAT_IS_SHOWN = /<code>&lt;script src=/;
/**
 * What runs where it lands, whoever writes it: a condition behind a quote, a script element, a union, a call at the beginning,
 * a handler of an unknown event, passwords and paths that are an attack's, a header behind a line end in an address. And texts
 * within a document in a field: its quotes stand around them.
 */
const RUNS_WHERE_IT_LANDS = new RegExp(
  [
    "' OR 1=1 -- (?:into|и)|<script>alert|onboarding|';--|\\.\\./\\.\\.//",
    ': (?:os\\.system|Runtime\\.get|document\\.cookie|onclick=|wget )|^a comment on a change|^query: HTTP/1.1 302',
    '^JSON in a form: (?:In the lecture|WITH recent|The exam|fetch\\(|db\\.orders|GET /|/etc/hosts)',
    ': curl .* \\| sh - |^a (?:source map|patch of Kubernetes|job of cron|question in JQL)$',
  ].join('|'),
);

/**
 * Of the set `zones`: lines and elements that run, filters that are conditions of SQL, texts in quotes that would be subtracted or
 * multiplied, a password of nothing but signs, and a path that climbs.
 */
const RUNS_IN_TRADES = new RegExp(
  [
    "' OR '1'='1 do|: chmod 600|: PHP-Kurs|: =IF|: MATLAB|: # Hello|1 or 1 = 1|^JSON in a form: (?:\\[b\\]|ERROR 1064)",
    '^a (?:search in Jira|filter of CQL|login with a hard password)$|^an error of a browser$|^settings in a cookie$',
  ].join('|'),
);

/**
 * Of the set `clients`: searches that are conditions of SQL from their first name on, calls and tags that run where a page shows them,
 * in a fence or by their references, and whole command lines.
 */
const RUNS_AT_CLIENTS = new RegExp(
  [
    ': (?:project in \\(|summary ~|div\\.product|Lua: |Can you write an HTML|<p>In <code>|<!-- wp:code)',
    '^(?:chat: (?:tools of a model|a web page that was read)|CI: SARIF|logs: (?:lines of GELF|audit)|patch: of git)$',
  ].join('|'),
);

/**
 * Of the set `parsers`: passwords that are attacks, texts that show code which runs from their first word on or within a tag, and searches
 * that are conditions of SQL.
 */
const RUNS_IN_APPLICATIONS = new RegExp(
  [
    ": (?:';--|' or ''=|\\.\\./\\.\\.//|%27%20or|\\|\\| true|MATCH \\(a\\)|My ad blocker|file:///home|db\\.orders)",
    '^(?:SvelteKit: an action|ProseMirror: a page|A page builder saves code|(?:Typesense|Meilisearch|Jira): a search|GitHub: a query)$',
    '^model: (?:a call of (?:a tool|MCP)|resources of MCP|a page for a reader|words to train on)$|^(?:Elasticsearch: SQL|PyPI: a wheel)$',
    '^(?:Sentry: an envelope|reports: network and deprecation|OpenTelemetry: spans|registry: a config|Kubernetes: a pod is applied)$',
    '^(?:Nextcloud: a note|GeoServer: a map)$|^/a/b/(?:compare|blob|search)|^/api/issues',
  ].join('|'),
);

/**
 * Of the set `query-languages`: an element with a handler and command lines, which run where they land, and queries of reports in dialects of their own.
 */
const RUNS_AS_IT_IS = new RegExp(
  [
    ': (?:Our first lesson|echo .Hello|curl -s |The LDAP filter)|^value of a page in HTML: creator',
    '^(?:agent: embeddings|Sentry: an (?:envelope|event of PHP)|Azure DevOps: WIQL|BigQuery: a job)$',
  ].join('|'),
);

/**
 * Of the set `people-and-programs`: what quotes an attack or has an element that runs where it lands, conditions and statements of SQL from their first
 * word on, and a path that climbs.
 */
const RUNS_FOR_VISITORS = new RegExp(
  [
    '^chat: (?:code of a button|a question in German)$|^mail: a report of a hole$|^review: a book on SQL$',
    '^settings: a (?:pattern of scripts|snippet of analytics)$|^agent: (?:writes a page|a server of tools)$|^CI: tests of SQL$',
    '^logs: (?:of containers|of slow queries|bulk)$|^browser: a violation of a policy$|^CSV: of tags$|^webhook: of a review$',
    '^builder: a segment of customers$|^editor: blocks of Editor.js$|^picture: a canvas$',
  ].join('|'),
);

/**
 * Of the set `odd-bodies`: filters that are conditions of SQL, cells with formulas, a path that climbs, pages in data addresses, and bodies that are not
 * what their type says, or deeper than anything is read.
 */
const RUNS_AS_IT_SAYS = new RegExp(
  [
    '^(?:RSQL: a filter|CQL of a map|Algolia: filters|import: pasted cells|files: many are deleted)$',
    '^base64: a data URL|^(?:parts: a name of RFC 2231 in pieces|lines of JSON: lengths in front|JSON5: as JSON, hexadecimal|JSON with comments|JSON: 400 deep|JSON: behind a prefix against inclusion), a note$',
  ].join('|'),
);

/** Three shapes that servers undo by programs of their own, and lines within a text of their own kind. */
const ODD_PASSING = [
  'base64: in lines of 76, command',
  'base64: an archive of words, SQL',
  'base64: an archive of words, script',
  'base64: an archive of words, command',
  'JSON5: quotes and names, command',
  'INI, command',
  'events of a server, command',
  'DWR, command',
];

describe('attacks of the set `odd-bodies`, each in a shape of its own', () => {
  const whole = Object.entries(HOLDOUT_SETS['odd-bodies'].whole);

  it('are as many as they were, and stopped at medium', () => {
    expect(whole).toHaveLength(321);
    const passed = whole.filter(([, request]) => !isBlocked(sites.medium, request)).map(([title]) => title);
    expect(passed).toEqual(ODD_PASSING);
  });
});

describe.each([
  ['injections', INJECTION_TEXTS, 113, 715, TAG_THAT_IS_SHOWN, 6],
  ['encodings', ENCODING_TEXTS, 158, 1157, RUNS_WHERE_IT_LANDS, 85],
  ['recent-tools', RECENT_TEXTS, 131, 971, RUNS_WHERE_IT_LANDS, 12],
  ['engines', ENGINE_TEXTS, 131, 2177, /^JSON in a form: begin; /, 1],
  ['zones', ZONE_TEXTS, 116, 868, RUNS_IN_TRADES, 60],
  ['clients', CLIENT_TEXTS, 109, 1294, RUNS_AT_CLIENTS, 83],
  ['parsers', PARSER_TEXTS, 155, 2267, RUNS_IN_APPLICATIONS, 117],
  ['query-languages', QUERY_LANGUAGE_TEXTS, 89, 1206, RUNS_AS_IT_IS, 45],
  ['people-and-programs', { PHRASES }, 45, 313, RUNS_FOR_VISITORS, 18],
  ['odd-bodies', { SHOP_SEARCHES }, 46, 384, RUNS_AS_IT_SAYS, 13],
] as const)('honest requests of the %s set', (name, texts, textCount, count, refusable, mostRefused) => {
  const honest = Object.entries(HOLDOUT_SETS[name].honest);

  it('are as many as they were', () => {
    expect(Object.values(texts).flat()).toHaveLength(textCount);
    expect(honest).toHaveLength(count);
  });

  it.each(['low', 'medium'] as const)('pass at %s, but for what runs where it lands', (sensitivity) => {
    const refused = honest
      .filter(([, request]) => isBlocked(sites[sensitivity], request))
      .map(([title]) => title);
    expect(refused.filter((title) => !refusable.test(title))).toEqual([]);
    expect(refused.length).toBeLessThanOrEqual(mostRefused);
  });

  it('are refused at high in one case of five at most', () => {
    const refused = honest.filter(([, request]) => isBlocked(sites.high, request));
    expect(refused.length / honest.length).toBeLessThan(name === 'injections' ? 0.1 : 0.2);
  });
});
