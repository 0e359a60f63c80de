import type { Installation, ProcessName } from '../base/installation.ts';
import { PROCESSES } from '../base/installation.ts';
import { builtModule } from '../base/workspace.ts';
import { describe, type Finding, failure, ok, setting, warning } from './finding.ts';

/** Where each process reads its settings. */
const READERS: Readonly<Record<ProcessName, string>> = {
  gateway: 'services/gateway/dist/config/config.js',
  auth: 'services/auth/dist/config/config.js',
  billing: 'services/billing/dist/config/config.js',
  domains: 'services/domains/dist/config/config.js',
  logs: 'services/logs/dist/config/config.js',
  mailer: 'services/mailer/dist/config/config.js',
  edge: 'services/waf-proxy/dist/node/config/config.js',
};

export const SETTINGS_MODULES = Object.values(READERS);

interface Reader {
  readConfig(environment: NodeJS.ProcessEnv): Config;
}
interface Config {
  /** Of services that seal secrets. */
  PALISADE_KEK_KEYS?: Record<string, string>;
  PALISADE_KEK_CURRENT?: string;
}

const SECRET_BOX = 'services/shared/nest-kit/dist/crypto/secret-box.js';
interface Crypto {
  SecretBox: new (keys: Record<string, string>, current: string) => object;
}

/** Each process's own parser validates its settings: it names invalid ones without showing values. */
export async function checkSettings(installation: Installation): Promise<Finding[]> {
  const read = await Promise.all(PROCESSES.map((name) => readSettings(installation, name)));
  return [...read, ...checkAddresses(installation)];
}

async function readSettings({ settings }: Installation, name: ProcessName): Promise<Finding> {
  const { readConfig } = await builtModule<Reader>(READERS[name]);
  try {
    const config = readConfig(settings[name]);
    if (await canSeal(config)) return ok('settings.valid', `${name}: settings are valid`);
    return invalid(
      `${name}: PALISADE_KEK_KEYS must be keys of 32 bytes in base64, and PALISADE_KEK_CURRENT the id of one of them`,
    );
  } catch (error) {
    return invalid(`${name}: ${describe(error)}`);
  }
}

const invalid = (text: string): Finding =>
  failure('settings.invalid', text, 'Set what is named; the README of each service tells every setting.');

async function canSeal({
  PALISADE_KEK_KEYS: keys,
  PALISADE_KEK_CURRENT: current = '',
}: Config): Promise<boolean> {
  if (keys === undefined) return true;
  const { SecretBox } = await builtModule<Crypto>(SECRET_BOX);
  try {
    return new SecretBox(keys, current) instanceof SecretBox;
  } catch {
    // Its message names what may be a secret in the wrong place.
    return false;
  }
}

function checkAddresses(installation: Installation): Finding[] {
  const isDemo = installation.kind === 'standalone';
  const publicUrl = setting(installation, 'PALISADE_PUBLIC_URL') ?? '';
  const findings = [checkPublicUrl(publicUrl, isDemo)];
  const target = setting(installation, 'PALISADE_CNAME_TARGET') ?? '';
  if (/\.(test|example|invalid|localhost)$/.test(target) && !isDemo) {
    findings.push(
      failure(
        'settings.cname_target_reserved',
        `customers would point their names at ${target}, which exists nowhere`,
        'Set PALISADE_CNAME_TARGET to a name of yours that leads to the edges.',
      ),
    );
  }
  if (publicUrl.startsWith('https:') && !setting(installation, 'PALISADE_TRUSTED_PROXIES')) {
    findings.push(
      warning(
        'settings.trusted_proxies_missing',
        'no proxy is trusted: behind one, all customers count as one address and share one limit of sign-ins',
        'Set PALISADE_TRUSTED_PROXIES to the addresses of the proxy that has the dashboard’s certificate.',
      ),
    );
  }
  return findings;
}

function checkPublicUrl(publicUrl: string, isDemo: boolean): Finding {
  if (publicUrl.startsWith('https:')) return ok('settings.public_url', `people reach it at ${publicUrl}`);
  const text = `people reach it at ${publicUrl || 'no address'}, without TLS`;
  if (isDemo) return ok('settings.public_url', text);
  return warning(
    'settings.public_url_not_https',
    text,
    'Set PALISADE_PUBLIC_URL to an https address and put a proxy with a certificate in front of the gateway.',
  );
}
