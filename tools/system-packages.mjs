// What tests need beyond npm: a Redis server, Java and Maven for a Kafka broker, Python, and Chromium for browser tests. Found, or installed where we may, or named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const HEADLESS_CHROMIUM = '/usr/lib/chromium/chromium-headless-shell';
/** A machine without a network is not to wait long for packages. */
const APT_OPTIONS = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];

const needs = [
  {
    kinds: ['start', 'integration', 'e2e', 'browser'],
    commands: ['redis-server', 'valkey-server'],
    debian: 'redis-server',
  },
  // OWASP CRS 3.3.4: the rules that the WAF engine's conformance run needs.
  { kinds: ['integration'], files: ['/usr/share/modsecurity-crs/rules'], debian: 'modsecurity-crs' },
  // The event bus on Kafka: the broker's jars come by Maven, once, and run on Java 17.
  { kinds: ['integration', 'e2e'], commands: ['java'], debian: 'openjdk-17-jre-headless' },
  { kinds: ['integration', 'e2e'], commands: ['mvn'], debian: 'maven' },
  // Schemathesis, which calls the API as its description allows and forbids, comes from PyPI into an environment of its own.
  // And semgrep, which reads the code for known mistakes.
  { kinds: ['e2e', 'security'], commands: ['python3'], debian: 'python3' },
  { kinds: ['e2e', 'security'], python: 'ensurepip, venv', debian: 'python3-venv' },
  // Backups are made by PostgreSQL's own programs, and tried on the server that they belong to.
  { kinds: ['integration'], commands: ['pg_dump'], debian: 'postgresql' },
  // Certificates: an authority to obtain them from, and a name server that takes signed updates.
  { kinds: ['integration'], commands: ['pebble'], debian: 'pebble' },
  { kinds: ['integration'], files: ['/usr/sbin/named'], debian: 'bind9' },
  // Slow clients, as attackers play them.
  { kinds: ['integration'], commands: ['slowhttptest'], debian: 'slowhttptest' },
  // The client that most programs use for HTTP/2.
  { kinds: ['integration'], commands: ['curl'], debian: 'curl' },
  // Alert rules are tried with Prometheus' own tool, metrics and their exemplars with itself.
  { kinds: ['integration', 'e2e'], commands: ['promtool', 'prometheus'], debian: 'prometheus' },
  // The virus scanner; its signatures are the tests' own.
  { kinds: ['integration'], files: ['/usr/sbin/clamd'], debian: 'clamav-daemon' },
  // Log streams by syslog go to Debian's own receiver.
  { kinds: ['integration'], files: ['/usr/sbin/rsyslogd'], debian: 'rsyslog' },
  {
    kinds: ['integration'],
    files: [
      '/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_ossl.so',
      '/usr/lib/aarch64-linux-gnu/rsyslog/lmnsd_ossl.so',
    ],
    debian: 'rsyslog-openssl',
  },
  // `npm run prove:scanners` alone.
  { kinds: ['scanners'], commands: ['sqlmap'], debian: 'sqlmap' },
  { kinds: ['scanners'], commands: ['wapiti'], debian: 'wapiti' },
  // `npm run waf:parsers` alone: the languages whose servers it asks.
  { kinds: ['parsers'], commands: ['php-cgi'], debian: 'php-cgi' },
  { kinds: ['parsers'], commands: ['ruby'], debian: 'ruby' },
  {
    kinds: ['parsers'],
    files: ['/usr/share/rubygems-integration/all/gems/rack-2.2.22/lib/rack.rb'],
    debian: 'ruby-rack',
  },
  { kinds: ['parsers'], commands: ['mono'], debian: 'mono-runtime' },
  { kinds: ['parsers'], commands: ['mcs'], debian: 'mono-mcs' },
  {
    kinds: ['parsers'],
    files: ['/usr/lib/mono/4.5/System.Web.Extensions.dll'],
    debian: 'libmono-system-web-extensions4.0-cil',
  },
  { kinds: ['parsers'], files: ['/usr/lib/mono/4.5/I18N.Rare.dll'], debian: 'libmono-i18n4.0-all' },
  {
    kinds: ['e2e', 'browser', 'integration'],
    commands: [HEADLESS_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'],
    debian: 'chromium',
  },
];
/** Chromium without windows takes half the CPU time of the whole one, which does where this cannot be had. */
const better = [
  { kinds: ['e2e', 'browser'], commands: [HEADLESS_CHROMIUM], debian: 'chromium-headless-shell' },
];

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const imports = (modules) => spawnSync('python3', ['-c', `import ${modules}`]).status === 0;
const isThere = ({ commands = [], files = [], python }) =>
  commands.some(has) || files.some((file) => existsSync(file)) || (python !== undefined && imports(python));
const selected = process.argv.slice(2);
const missingOf = (list) =>
  list.filter((need) => need.kinds.some((kind) => selected.includes(kind)) && !isThere(need));

install(missingOf(better));
install(missingOf(needs));
const still = missingOf(needs);
if (still.length > 0) {
  console.error(
    `palisade: please install ${still.map((need) => need.debian).join(' and ')} (Debian: apt-get install ${still.map((need) => need.debian).join(' ')}).`,
  );
  process.exit(1);
}

/** Where we may; else the machine stays as it is. */
function install(missing) {
  if (missing.length === 0 || !has('apt-get') || process.getuid?.() !== 0) return;
  const packages = missing.map((need) => need.debian);
  console.log(`palisade: installing ${packages.join(', ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', [...APT_OPTIONS, 'update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', [...APT_OPTIONS, 'install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}
