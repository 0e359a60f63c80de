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
  readConfig(environment: NodeJS.ProcessEnv): unknown;
}

/** Each process's own parser validates its settings: it names invalid ones without showing values. */
export async function checkSettings(installation: Installation): Promise<Finding[]> {
  const read = await Promise.all(PROCESSES.map((name) => readSettings(installation, name)));
  return [...read, ...checkAddresses(installation)];
}

async function readSettings({ settings }: Installation, name: ProcessName): Promise<Finding> {
  const { readConfig } = await builtModule<Reader>(READERS[name]);
  try {
    readConfig(settings[name]);
    return ok('settings.valid', `${name}: settings are valid`);
  } catch (error) {
    return failure(
      'settings.invalid',
      `${name}: ${describe(error)}`,
      'Set what is named; the README of each service tells every setting.',
    );
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
