import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestPostgres } from '@palisade/testing';
import { palisade, testInstallation } from './test-support/test-installation.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bundle-'));
const installation = path.join(folder, 'installation');
const PAYPAL_SECRET = 'EL1tVxAjhT7cJimnz5-Nsx9k2reTKSVfErNQF';
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let secrets: string[];
let files: Map<string, string>;

/** Every text below the names that hold private things; what anybody may know is left out by name. */
function privateTexts(value: unknown, name = ''): string[] {
  if (['publicKey', 'internalCertificates', 'adminMfa', 'eventsUnsignedUntil'].includes(name)) return [];
  if (typeof value === 'string') return [value];
  return Object.entries(value as object).flatMap(([inner, one]) => privateTexts(one, inner));
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  const made = await testInstallation(
    installation,
    { postgres, redisUrl: 'redis://:redis-password-1@127.0.0.1:9' },
    { PALISADE_PAYPAL_CLIENT_SECRET: PAYPAL_SECRET, PALISADE_SUPPORT_EMAIL: 'help@palisade.test' },
  );
  const adminPassword = new URL(postgres.adminUrl).password;
  secrets = [...privateTexts(made), PAYPAL_SECRET, 'redis-password-1', adminPassword];
  // A service that logs everything it was ever told, in each spelling, and then some that no one has told us.
  const spelled = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify({ nested: secret }),
    Buffer.from(secret).toString('base64'),
  ]);
  mkdirSync(path.join(installation, 'logs'));
  const log = [
    ...spelled,
    'a line that helps',
    'GET /reset-password?token=one-time-only-5 by anna@shop.test',
  ];
  writeFileSync(path.join(installation, 'logs', 'auth.log'), `${log.join('\n')}\n`);
  // One that is too long begins in the middle of a secret.
  const long = `${'x'.repeat(100)}${made.keyEncryptionKey}\n${'a line that is the same\n'.repeat(50_000)}`;
  const begin = long.length - 1024 * 1024;
  const padding = 'y'.repeat(Math.max(0, 110 - begin));
  writeFileSync(path.join(installation, 'logs', 'logs.log'), padding + long);

  const archive = path.join(folder, 'bundle.tar.gz');
  const { code } = await palisade(['support-bundle', '--to', archive, '--installation', installation]);
  expect(code).toBe(0);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  files = filesIn(path.join(folder, 'palisade-support'));
});
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

function filesIn(place: string): Map<string, string> {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const regular = names.filter((name) => statSync(path.join(place, name)).isFile());
  return new Map(regular.map((name) => [name, readFileSync(path.join(place, name), 'utf8')]));
}

describe('palisade support-bundle', () => {
  it('has what helps to find a fault', () => {
    const names = [
      'doctor.json',
      'migrations.json',
      'settings.json',
      'versions.json',
      'logs/auth.log',
      'metrics/auth.txt',
      'metrics/gateway.txt',
      'metrics/edge.txt',
    ];
    expect([...files.keys()]).toEqual(expect.arrayContaining(names));
    expect(files.get('logs/auth.log')).toContain('a line that helps');
    expect(files.get('logs/logs.log')).toContain('a line that is the same');
    const settings = JSON.parse(files.get('settings.json')!) as Record<string, Record<string, string>>;
    expect(settings.auth).toMatchObject({
      PALISADE_PUBLIC_URL: 'http://localhost:9',
      PALISADE_KEK_CURRENT: 'k1',
    });
    expect(JSON.parse(files.get('doctor.json')!)).toMatchObject({ status: 'error' });
    expect(JSON.parse(files.get('versions.json')!)).toMatchObject({
      postgres: [{ version: expect.any(String) }],
    });
  });

  it('has no secret of the installation, however it is written', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(35);
    const everything = [...files.values()].join('\n');
    const found = secrets.filter((secret) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((one) =>
        everything.includes(one),
      ),
    );
    expect(found).toEqual([]);
  });

  it('has no half of a secret at the cut of a long log, no one-time link and no one’s address', () => {
    const everything = [...files.values()].join('\n');
    expect(everything).not.toContain('one-time-only-5');
    expect(everything).not.toMatch(/anna@|help@/);
    expect(files.get('logs/logs.log')!.startsWith('a line that is the same')).toBe(true);
  });

  it('is its owner’s alone, and replaces an older one only when it is whole', async () => {
    const place = path.join(folder, 'kept');
    mkdirSync(place);
    const archive = path.join(place, 'bundle.tar.gz');
    const to = (file: string) => palisade(['support-bundle', '--to', file, '--installation', installation]);
    writeFileSync(archive, 'an older one', { mode: 0o644 });
    // Where the new one is begun stands something else.
    mkdirSync(`${archive}.partial`);
    const { code, notes } = await to(archive);
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[bundle_not_written]') });
    expect(notes).toContain('EISDIR');
    expect(readFileSync(archive, 'utf8')).toBe('an older one');
    rmSync(`${archive}.partial`, { recursive: true });
    expect((await to(archive)).code).toBe(0);
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(place)).toEqual(['bundle.tar.gz']);
    expect((await to(path.join(folder, 'no', 'such', 'bundle.tar.gz'))).notes).toContain('ENOENT');
  });
});
