import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { othersCanReach } from '@palisade/local-servers';
import { clamdAddress } from './clamd.ts';

export const COMPONENTS = ['postgres', 'redis', 'dns', 'origin', 'control', 'edge'] as const;
export type Component = (typeof COMPONENTS)[number];

export interface LauncherOptions {
  dataDirectory: string;
  /** Where the data would be if they could, and are looked for by `palisade`; null: they are there, or where they were told to be. */
  defaultDirectory: string | null;
  ports: Ports;
  /** The address on which visitors reach the edge; all else is on loopback. */
  edgeBind: string;
  workers: number;
  components: ReadonlySet<Component>;
  /** A running server to use instead of one of our own. */
  redisUrl: string | null;
  /** The folder of another PostgreSQL's programs, such as the distribution's, whose pg_dump then makes backups; null: the package's. */
  postgresPrograms: string | null;
  /** Brokers of a Kafka that carries events and logs instead of Redis, comma-separated; null: Redis does. */
  kafkaBrokers: string | null;
  /** Addresses and ranges, comma-separated, whose X-Forwarded-For the edge believes. */
  trustedProxies: string;
  /** Socket or `host:port` of a clamd that scans uploads; null: uploads are not scanned. */
  clamd: string | null;
  /** Where the edge finds passwords that are known from data breaches; null: nowhere. */
  leakedPasswords: string | null;
  logLevel: string;
  /** Made-up visitors and a month of sample history for the demo's sites. */
  demoTraffic: boolean;
  /** The edge speaks HTTP/3, where its front is there or can be built. */
  http3: boolean;
  /** API calls per client address and minute, also to paths that let guess; null: what the gateway allows by itself. */
  rateLimit: number | null;
  /** How many mails the local inbox keeps. */
  inboxMails: number;
  /** How long an access token opens anything, seconds; null: what the auth service has by itself. */
  accessTokenSeconds: number | null;
  /** Interval at which alert rules are evaluated, seconds; null: the log service's default. */
  alertSeconds: number | null;
  /** Restart a process when its built code changes. */
  dev: boolean;
}

export interface Ports {
  dashboard: number;
  edgeHttp: number;
  edgeHttps: number;
  dnsPanel: number;
  /** The page to read mails on. */
  inbox: number;
  /** The stand-in for PayPal. */
  paypal: number;
  /** Where the ports that only our own processes use begin. */
  internal: number;
}

const DEFAULT_PORTS: Ports = {
  dashboard: 8080,
  edgeHttp: 8081,
  edgeHttps: 8443,
  dnsPanel: 8082,
  inbox: 8083,
  paypal: 8084,
  internal: 18_000,
};

const MAX_CALLS_PER_MINUTE = 1_000_000;
/** The auth service takes no more. */
const MAX_ACCESS_TOKEN_SECONDS = 86_400;
/** The log service accepts no longer interval. */
const MAX_ALERT_SECONDS = 600;

const HELP = `Runs the whole of Palisade on this machine.

  npm start -- [options]            each option is also read from the environment variable in brackets

  --port N            dashboard and API              (default 8080)   [PALISADE_PORT]
  --edge-port N       protected sites, HTTP          (default 8081)   [PALISADE_EDGE_PORT]
  --edge-tls-port N   protected sites, HTTPS         (default 8443)   [PALISADE_EDGE_TLS_PORT]
  --edge-bind ADDRESS  where protected sites are reached; all else stays on this machine
                      (default 127.0.0.1; 0.0.0.0: from anywhere)  [PALISADE_EDGE_BIND]
  --dns-panel-port N  the demo DNS zone's panel      (default 8082)   [PALISADE_DNS_PANEL_PORT]
  --inbox-port N      where to read the mails sent   (default 8083)   [PALISADE_INBOX_PORT]
  --inbox-mails N     how many of them it keeps       (default 2000)   [PALISADE_INBOX_MAILS]
  --paypal-port N     the stand-in for PayPal         (default 8084)   [PALISADE_PAYPAL_PORT]
  --internal-port N   first of about 20 ports that only our own processes use (default 18000)
                                                                      [PALISADE_INTERNAL_PORT]
  --port-offset N     added to all of the above, so that copies run side by side [PALISADE_PORT_OFFSET]
  --data DIR          where everything is kept       (default .palisade) [PALISADE_DATA]
  --workers N         data plane processes           (default 2)      [PALISADE_WORKERS]
  --postgres DIR      programs of the PostgreSQL to start, such as /usr/lib/postgresql/17/bin: palisade backup wants
                      pg_dump beside them (default: one that comes with npm, without it) [PALISADE_POSTGRES_PROGRAMS]
  --redis-url URL     use this Redis instead of starting one          [PALISADE_REDIS_URL]
  --kafka-brokers LIST  carry events and logs on this Kafka instead of Redis
                                                                      [PALISADE_BUS_KAFKA_BROKERS]
  --trusted-proxies LIST  proxies in front of the edge, whose X-Forwarded-For is believed
                                                                      [PALISADE_TRUSTED_PROXIES]
  --clamd ADDRESS     ClamAV's socket or host:port, to scan uploads with; "none" for none
                      (default: this machine's clamd, if it runs)     [PALISADE_CLAMD]
  --leaked-passwords PLACE  passwords known from data breaches, for sign-ins: a file or folder of hashes, or the
                      address of a server of ranges                 [PALISADE_LEAKED_PASSWORDS]
  --components LIST   only these of ${COMPONENTS.join(',')} [PALISADE_COMPONENTS]
  --demo-traffic on|off  made-up visitors, sample history and two more sites (default on)
                                                                      [PALISADE_DEMO_TRAFFIC]
  --http3 on|off      the edge speaks HTTP/3, too; wants Go 1.26 to build its front once (default on)
                                                                      [PALISADE_HTTP3]
  --rate-limit N      API calls per address and minute (default: the gateway's) [PALISADE_RATE_LIMIT]
  --access-token-seconds N  how long an access token holds before browsers renew it
                      (default: the auth service's)                    [PALISADE_ACCESS_TOKEN_SECONDS]
  --alert-seconds N   how often alert rules are evaluated (default: the log service's) [PALISADE_ALERT_SECONDS]
  --log-level LEVEL   error, warn, info, debug       (default info)   [PALISADE_LOG_LEVEL]
  --dev               restart a service when its built code changes
  --help              this text
`;

/** Something on the command line that cannot be meant. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @returns null if the help text was asked for and printed */
export function readOptions(args: string[], env: NodeJS.ProcessEnv, root: string): LauncherOptions | null {
  const { values } = parse(args);
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const number = (
    name: string,
    given: string | undefined,
    variable: string,
    fallback: number,
    max = 65_000,
  ) => {
    const text = given ?? env[variable];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < 0 || value > max) {
      throw new UsageError(`${name} must be a whole number up to ${max}`);
    }
    return value;
  };
  const offset = number('--port-offset', values['port-offset'], 'PALISADE_PORT_OFFSET', 0, 40_000);
  const port = (name: string, given: string | undefined, variable: string, fallback: number) =>
    number(name, given, variable, fallback) + offset;
  const chosen = components(values.components ?? env.PALISADE_COMPONENTS);
  return {
    ...dataDirectory(values.data ?? env.PALISADE_DATA, root),
    ports: {
      dashboard: port('--port', values.port, 'PALISADE_PORT', DEFAULT_PORTS.dashboard),
      edgeHttp: port('--edge-port', values['edge-port'], 'PALISADE_EDGE_PORT', DEFAULT_PORTS.edgeHttp),
      edgeHttps: port(
        '--edge-tls-port',
        values['edge-tls-port'],
        'PALISADE_EDGE_TLS_PORT',
        DEFAULT_PORTS.edgeHttps,
      ),
      dnsPanel: port(
        '--dns-panel-port',
        values['dns-panel-port'],
        'PALISADE_DNS_PANEL_PORT',
        DEFAULT_PORTS.dnsPanel,
      ),
      inbox: port('--inbox-port', values['inbox-port'], 'PALISADE_INBOX_PORT', DEFAULT_PORTS.inbox),
      paypal: port('--paypal-port', values['paypal-port'], 'PALISADE_PAYPAL_PORT', DEFAULT_PORTS.paypal),
      internal: port(
        '--internal-port',
        values['internal-port'],
        'PALISADE_INTERNAL_PORT',
        DEFAULT_PORTS.internal,
      ),
    },
    edgeBind: bindAddress(values['edge-bind'] ?? env.PALISADE_EDGE_BIND),
    workers: Math.max(1, number('--workers', values.workers, 'PALISADE_WORKERS', 2, 64)),
    components: chosen,
    postgresPrograms: postgresPrograms(values.postgres ?? env.PALISADE_POSTGRES_PROGRAMS),
    redisUrl: values['redis-url'] ?? env.PALISADE_REDIS_URL ?? null,
    kafkaBrokers: values['kafka-brokers'] ?? env.PALISADE_BUS_KAFKA_BROKERS ?? null,
    trustedProxies: values['trusted-proxies'] ?? env.PALISADE_TRUSTED_PROXIES ?? '',
    clamd: clamdAddress(values.clamd ?? env.PALISADE_CLAMD),
    leakedPasswords: leakedPasswords(values['leaked-passwords'] ?? env.PALISADE_LEAKED_PASSWORDS),
    logLevel: values['log-level'] ?? env.PALISADE_LOG_LEVEL ?? 'info',
    demoTraffic: demoTraffic(values['demo-traffic'] ?? env.PALISADE_DEMO_TRAFFIC, chosen),
    http3: isOn('--http3', values.http3 ?? env.PALISADE_HTTP3),
    inboxMails: Math.max(
      1,
      number('--inbox-mails', values['inbox-mails'], 'PALISADE_INBOX_MAILS', 2_000, 1_000_000),
    ),
    rateLimit:
      number('--rate-limit', values['rate-limit'], 'PALISADE_RATE_LIMIT', 0, MAX_CALLS_PER_MINUTE) || null,
    accessTokenSeconds:
      number(
        '--access-token-seconds',
        values['access-token-seconds'],
        'PALISADE_ACCESS_TOKEN_SECONDS',
        0,
        MAX_ACCESS_TOKEN_SECONDS,
      ) || null,
    alertSeconds:
      number('--alert-seconds', values['alert-seconds'], 'PALISADE_ALERT_SECONDS', 0, MAX_ALERT_SECONDS) ||
      null,
    dev: values.dev ?? false,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: {
        port: text,
        'edge-port': text,
        'edge-tls-port': text,
        'edge-bind': text,
        'dns-panel-port': text,
        'inbox-port': text,
        'paypal-port': text,
        'internal-port': text,
        'port-offset': text,
        data: text,
        workers: text,
        postgres: text,
        'redis-url': text,
        'kafka-brokers': text,
        'trusted-proxies': text,
        clamd: text,
        'leaked-passwords': text,
        components: text,
        'log-level': text,
        'demo-traffic': text,
        http3: text,
        'rate-limit': text,
        'inbox-mails': text,
        'access-token-seconds': text,
        'alert-seconds': text,
        dev: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message}\nSee npm start -- --help`, { cause });
  }
}

/** Visitors need sites, and sites need all of the product. */
function demoTraffic(given: string | undefined, chosen: ReadonlySet<Component>): boolean {
  return isOn('--demo-traffic', given) && COMPONENTS.every((component) => chosen.has(component));
}

function isOn(name: string, given: string | undefined): boolean {
  const wanted = given === undefined || given === '' ? 'on' : given;
  if (wanted !== 'on' && wanted !== 'off') throw new UsageError(`${name} must be on or off`);
  return wanted === 'on';
}

/** The edge looks there by itself, from a folder of its own. */
function leakedPasswords(given = ''): string | null {
  if (given === '') return null;
  if (/^https?:\/\//i.test(given)) return given;
  if (!existsSync(given)) throw new UsageError(`--leaked-passwords: there is no ${given}`);
  return path.resolve(given);
}

/** Other machines are let in on purpose only: what is tried out here has passwords and sites that are demos. */
function bindAddress(given = ''): string {
  if (given === '') return '127.0.0.1';
  if (isIP(given) === 0) throw new UsageError('--edge-bind must be an IP address, such as 0.0.0.0');
  return given;
}

function components(list: string | undefined): ReadonlySet<Component> {
  if (list === undefined || list === '') return new Set(COMPONENTS);
  const chosen = list.split(',').map((name) => name.trim());
  const unknown = chosen.filter((name) => !COMPONENTS.some((component) => component === name));
  if (unknown.length > 0) {
    throw new UsageError(`--components knows ${COMPONENTS.join(', ')}, not ${unknown.join(', ')}`);
  }
  return new Set(chosen as Component[]);
}

function postgresPrograms(given = ''): string | null {
  if (given === '') return null;
  const missing = ['initdb', 'postgres'].filter((program) => !existsSync(path.join(given, program)));
  if (missing.length > 0) throw new UsageError(`--postgres: there is no ${missing.join(' or ')} in ${given}`);
  return path.resolve(given);
}

/** Root's PostgreSQL runs as somebody else, who must be able to reach the data. */
function dataDirectory(
  given: string | undefined,
  root: string,
): Pick<LauncherOptions, 'dataDirectory' | 'defaultDirectory'> {
  if (given !== undefined && given !== '')
    return { dataDirectory: path.resolve(given), defaultDirectory: null };
  const usual = path.join(root, '.palisade');
  if (process.getuid?.() !== 0 || othersCanReach(root))
    return { dataDirectory: usual, defaultDirectory: null };
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const parent = othersCanReach('/var/lib') ? '/var/lib' : tmpdir();
  return { dataDirectory: path.join(parent, `palisade-${name}`), defaultDirectory: usual };
}
