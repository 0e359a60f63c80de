import { MIN_SECRET_LENGTH, SPELLINGS } from '../../config/secret-references.ts';
import type { Settings } from '../../config/settings.ts';
import type { Installation } from './installation.ts';

/** What stands where a secret stood. */
export const MASK = '‹secret›';

/** Public fields of the secrets file. Everything else in it counts as a secret. */
const PUBLIC = new Set([
  'publicKey',
  'adminMfa',
  'eventsUnsignedUntil',
  'internalCertificates',
  'certificate',
  'since',
  'id',
  'ids',
  'rotatedAt',
  'switched',
  'run',
  'email',
  'username',
  'fullName',
]);

const SECRET_NAME = /KEY|SECRET|PASS(WORD|PHRASE)|TOKEN|CREDENTIAL|_URL$|_CA$|_CERT$|HEADERS$/;
const PUBLIC_NAME =
  /_KEY_ID$|_KEYS_FILE$|_PUBLIC_KEYS?$|_TOKEN_SECONDS$|_KEK_CURRENT$|_(PUBLIC|API|SCRIPT|RELEASES)_URL$|_LEAKED_PASSWORDS$/;

/**
 * Endings of names of settings without secrets. Any other setting counts as secret, so a new one is masked by default.
 */
const SHOWN_ENDINGS = [
  ...[
    'ADDRESS',
    'ADDRESSES',
    'BIND',
    'BROKERS',
    'CLAMD',
    'CONTACT',
    'DASHBOARD',
    'DOMAIN',
    'DOMAINS',
    'EMAIL',
    'ENDPOINT',
    'GRPC',
    'HOST',
  ],
  ...[
    'ALLOW',
    'HOPS',
    'NETWORKS',
    'ORIGINS',
    'PEERS',
    'PORT',
    'PORTS',
    'PROTOCOL',
    'PROXIES',
    'SERVER',
    'SERVERS',
    'TARGET',
  ],
  ...[
    'ASN',
    'CITY',
    'DATA',
    'DIR',
    'DIRECTORY',
    'FILE',
    'IMAGE',
    'INSTALLATION',
    'PLACE',
    'PROGRAM',
    'RULES',
    'SETUP',
  ],
  ...[
    'BYTES',
    'CONCURRENCY',
    'CONNECTIONS',
    'HASH',
    'LIMIT',
    'MB',
    'MS',
    'NODES',
    'OFFSET',
    'PERCENT',
    'POOL',
    'QUEUE',
  ],
  ...['REPLICAS', 'REPLICATION', 'REQUESTS', 'SECONDS', 'SHARE', 'UNTIL', 'WORKERS', 'WRITES'],
  ...[
    'AGREED',
    'BUS',
    'CLUSTER',
    'CURRENCY',
    'CURRENT',
    'EDGE',
    'ENGINE',
    'FIGURES',
    'FINGERPRINTS',
    'IN',
    'LEVEL',
  ],
  ...[
    'ISSUER',
    'LAW',
    'MECHANISM',
    'MFA',
    'NAMESPACE',
    'NOTICE',
    'PHONE',
    'POLICY',
    'PREFIX',
    'PROBE',
    'PROFILE',
  ],
  ...[
    'CERTIFICATES',
    'ID',
    'NAME',
    'NAMES',
    'REGISTER',
    'RENEWAL',
    'SAMPLER',
    'SIGNED',
    'TLS',
    'TRAFFIC',
    'UPSTREAMS',
  ],
  ...['USERNAME', 'USERS', 'VERSION', 'ZONE', 'ARG'],
];
const SHOWN_NAME = new RegExp(`_(${SHOWN_ENDINGS.join('|')})$`);

const isSecretName = (name: string): boolean =>
  !PUBLIC_NAME.test(name) && (SECRET_NAME.test(name) || !SHOWN_NAME.test(name));

/** Every text of an installation that nobody else may read. */
export function secretsOf({ secrets, settings, postgresAdminUrl }: Installation): string[] {
  const found = new Set(leaves(secrets));
  for (const [name, value] of Object.values(settings).flatMap((values: Settings) => Object.entries(values))) {
    if (isSecretName(name)) for (const secret of secretsIn(value)) found.add(secret);
  }
  for (const secret of secretsIn(postgresAdminUrl ?? '')) found.add(secret);
  return [...found].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (PUBLIC.has(name) ? [] : leaves(inner)));
}

/** For a URL its password; for JSON its values; for anything else all of it. */
function secretsIn(value: string): string[] {
  if (URL.canParse(value) && value.includes('://')) {
    const { password } = new URL(value);
    return password === '' ? [] : [password, decodeURIComponent(password)];
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? leaves(parsed) : [value];
  } catch {
    return [value];
  }
}

/** Replaces every secret, however it is usually written, in whatever it is given. */
export function masker(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap((secret) => [
    ...Object.values(SPELLINGS).map((spell) => spell(secret)),
    secret.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    Buffer.from(secret).toString('base64'),
  ]);
  // The longest first: one secret may stand within another.
  const ordered = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  return (text) =>
    ordered
      .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
      .replace(/(:\/\/[^\s:@/]{0,100}):[^\s@/]{1,300}@/g, `$1:${MASK}@`);
}

/** Settings as they may be shown: of those with secret names only that they are set. */
export function maskedSettings(settings: Settings, mask: (text: string) => string): Settings {
  return Object.fromEntries(
    Object.entries(settings)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, isHidden(name, value) ? MASK : mask(value)]),
  );
}

const isHidden = (name: string, value: string): boolean =>
  isSecretName(name) && value !== '' && !URL.canParse(value);
