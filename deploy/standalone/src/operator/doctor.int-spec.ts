import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { newInstallationSecrets, readProcessSettings, writeProcessSettings } from '@palisade/installation';
import {
  ask,
  examine,
  type Finding,
  findInstallation,
  MASK,
  type Report,
} from '@palisade/installation/operator';
import { startTestPostgres, startTestRedis } from '@palisade/testing';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const OPERATOR = path.resolve(import.meta.dirname, '../../../installation/dist/operator/main.js');
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-doctor-'));
const at = ['--installation', folder];
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let redis: Awaited<ReturnType<typeof startTestRedis>>;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis({ durable: true })]);
  await testInstallation(folder, { postgres, redisUrl: redis.url });
  await migrateAll((service) => databaseUrl(service));
});
afterAll(async () => {
  await Promise.all([postgres.dispose(), redis.dispose()]);
  rmSync(folder, { recursive: true });
});

const databaseUrl = (service: string): string =>
  readProcessSettings(folder)!.settings[service]!.PALISADE_DATABASE_URL!;

async function examined(): Promise<{ code: number; report: Report }> {
  const { code, out } = await palisade(['doctor', '--json', ...at]);
  return { code, report: JSON.parse(out) as Report };
}

const withCode = ({ findings }: Report, code: string): Finding[] =>
  findings.filter((finding) => finding.code === code);

/** Changes the environment of every process for the duration of the work. */
async function withSettings(change: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const file = path.join(folder, 'settings.json');
  const before = readFileSync(file, 'utf8');
  const now = readProcessSettings(folder)!;
  const settings = Object.fromEntries(
    Object.entries(now.settings).map(([name, kept]) => [name, { ...kept, ...change }]),
  );
  writeProcessSettings(folder, { ...now, settings });
  try {
    await work();
  } finally {
    writeFileSync(file, before);
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('palisade doctor', () => {
  it('finds a sound installation sound, and says that no service runs', async () => {
    const { code, report } = await examined();
    const count = (name: string) => withCode(report, name).length;
    expect(report.findings.filter(({ status }) => status === 'error').map((finding) => finding.code)).toEqual(
      Array.from({ length: 6 }, () => 'services.unreachable'),
    );
    expect(count('settings.valid')).toBe(7);
    expect(count('postgres.role')).toBe(5);
    expect(count('migrations.current')).toBe(5);
    for (const name of ['secrets.complete', 'secrets.private', 'secrets.certificates', 'redis.version']) {
      expect({ name, count: count(name) }).toEqual({ name, count: 1 });
    }
    for (const name of ['kafka.not_used', 'tls.sites', 'smtp.none', 'paypal.not_used', 'dns.dashboard']) {
      expect({ name, count: count(name) }).toEqual({ name, count: 1 });
    }
    expect(withCode(report, 'clock.right').map(({ text }) => text)).toEqual([
      'PostgreSQL’s clock agrees',
      'Redis’s clock agrees',
    ]);
    expect({ code, status: report.status }).toEqual({ code: 1, status: 'error' });
  });

  it('tells each line as text, with what to do', async () => {
    const { out } = await palisade(['doctor', ...at]);
    expect(out).toMatch(/^ok {7}postgres\.version +PostgreSQL \d+/m);
    expect(out).toMatch(/^error {4}services\.unreachable +auth does not answer.*\n +→ See the log of auth/m);
    expect(out).toMatch(/\d+ errors, \d+ warnings, \d+ well\n$/);
  });

  it('names a setting that is wrong, and shows no value', async () => {
    await withSettings({ PALISADE_DATABASE_POOL: 'as many as it takes' }, async () => {
      const { report } = await examined();
      expect(withCode(report, 'settings.invalid')[0]?.text).toContain('PALISADE_DATABASE_POOL');
      expect(JSON.stringify(report)).not.toContain('as many as it takes');
    });
  });

  it.each([
    ['PALISADE_BILLING_GRPC', 'http://billing:5000', 'auth'],
    ['PALISADE_AUTH_TOKEN_KEY', 'hunter2hunter2', 'auth'],
    ['PALISADE_EDGE_SEAL_PUBLIC_KEY', 'hunter2hunter2', 'domains'],
    ['PALISADE_KEK_CURRENT', 'hunter2hunter2', 'mailer'],
  ])('names %s where it is not what it has to be', async (name, value, process) => {
    await withSettings({ [name]: value }, async () => {
      const { report } = await examined();
      const texts = withCode(report, 'settings.invalid').map(({ text }) => text);
      expect(texts.find((text) => text.startsWith(`${process}:`))).toContain(name);
      expect(texts.join()).not.toContain(value);
    });
  });

  it.each([
    ['PALISADE_EDGE_SEAL_KEY', newInstallationSecrets().edgeSealingKeys.privateKey, 'keys.seal_differs'],
    [
      'PALISADE_CONFIG_SIGNING_KEY',
      newInstallationSecrets().configSigningKeys.privateKey,
      'keys.signing_differs',
    ],
    ['PALISADE_CONFIG_SIGNING_KEY_ID', 'another', 'keys.signing_differs'],
    ['PALISADE_SPA_DIR', tmpdir(), 'folders.spa_missing'],
    ['PALISADE_EDGE_DATA_DIR', '/nowhere/at/all', 'folders.edge_unusable'],
  ])('finds that %s is valid and not the right one', async (name, value, code) => {
    expect(withCode((await examined()).report, code)).toEqual([]);
    await withSettings({ [name]: value }, async () => {
      const { report } = await examined();
      expect(withCode(report, code).map(({ status }) => status)).toEqual(['error']);
      if (name.endsWith('KEY')) expect(JSON.stringify(report)).not.toContain(value);
    });
  });

  it('tells a schema that is behind from one that is of a newer version', async () => {
    const url = databaseUrl('billing');
    const [last] = await ask<{ id: number; timestamp: string; name: string }>(
      url,
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING id, "timestamp", name',
    );
    expect(withCode((await examined()).report, 'migrations.pending')).toHaveLength(1);
    await ask(url, 'INSERT INTO migrations (id, "timestamp", name) VALUES ($1, $2, $3), ($4, $5, $6)', [
      ...[last!.id, last!.timestamp, last!.name],
      ...[last!.id + 1, 9_999_999_999_999, 'FromTheFuture9999999999999'],
    ]);
    const newer = withCode((await examined()).report, 'migrations.newer');
    expect(newer.map(({ text }) => text)).toEqual([expect.stringContaining('9999999999999')]);
    await ask(url, 'DELETE FROM migrations WHERE id = $1', [last!.id + 1]);
  });

  it('asks PayPal for a token', async () => {
    const paypal = createHttpServer((request, response) => {
      const expected = `Basic ${Buffer.from('right:secret-of-paypal').toString('base64')}`;
      response.writeHead(request.headers.authorization === expected ? 200 : 401).end('{}');
    });
    const api = `http://127.0.0.1:${await listening(paypal)}`;
    const credentials = (id: string) => ({
      PALISADE_PAYPAL_API_URL: api,
      PALISADE_PAYPAL_CLIENT_ID: id,
      PALISADE_PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
      PALISADE_PAYPAL_WEBHOOK_ID: 'hook',
    });
    try {
      await withSettings(credentials('right'), async () => {
        const { report } = await examined();
        expect(withCode(report, 'paypal.credentials')).toHaveLength(1);
        expect(withCode(report, 'paypal.payments_known')).toHaveLength(1);
      });
      await ask(
        databaseUrl('billing'),
        `INSERT INTO paypal_unknown_payments (id, event_type, amount, currency, agreement_id, settled_at)
         VALUES ('SALE1', 'PAYMENT.SALE.COMPLETED', '7.90', 'USD', 'I-LOST', NULL),
                ('SALE2', 'PAYMENT.SALE.COMPLETED', '7.90', 'USD', 'I-LOST', now())`,
      );
      await withSettings(credentials('right'), async () => {
        const [unknown] = withCode((await examined()).report, 'paypal.payments_unknown');
        expect(unknown?.text).toBe('PayPal has a payment that no order here has: SALE1 7.90 USD I-LOST');
      });
      await withSettings(credentials('wrong'), async () => {
        const { report } = await examined();
        expect(withCode(report, 'paypal.credentials_refused')).toHaveLength(1);
        expect(JSON.stringify(report)).not.toContain('secret-of-paypal');
      });
    } finally {
      paypal.close();
      paypal.closeAllConnections();
    }
  });

  it('greets the mail server, and says what one answers that does not want us', async () => {
    let greeting = '220 mail.palisade.test\r\n';
    const smtp = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(greeting);
      socket.on('data', (line) => socket.write(/^QUIT/i.test(String(line)) ? '221 bye\r\n' : '250 fine\r\n'));
    });
    const server = {
      PALISADE_MAIL_DEFAULT_SMTP_HOST: '127.0.0.1',
      PALISADE_MAIL_DEFAULT_SMTP_PORT: String(await listening(smtp)),
    };
    try {
      await withSettings(server, async () => {
        expect(withCode((await examined()).report, 'smtp.reachable')).toHaveLength(1);
        greeting = '554 go away\r\n';
        expect(withCode((await examined()).report, 'smtp.refused')[0]?.text).toContain('go away');
      });
    } finally {
      smtp.close();
    }
  });

  it('names what does not answer, and goes on with the rest', async () => {
    await redis.stop();
    try {
      const { report } = await examined();
      expect(withCode(report, 'redis.unreachable')).toHaveLength(1);
      expect(withCode(report, 'postgres.version')).toHaveLength(1);
    } finally {
      await redis.restart();
    }
  });

  it('gives up what hangs, says which it is, and hides secrets in whatever a check says', async () => {
    const installation = findInstallation(folder, {});
    const secret = installation.secrets.keyEncryptionKey;
    const checks = {
      hanging: () => new Promise<Finding[]>(() => undefined),
      breaking: () => Promise.reject(new Error(`could not open ${secret}`)),
    };
    const ended: string[][] = [];
    const { findings } = await examine(installation, {
      checks,
      timeoutMs: 50,
      onFound: (found) => ended.push(found.map(({ code, text }) => `${code} ${text}`)),
    });
    expect(ended).toEqual([
      [`breaking.failed could not open ${MASK}`],
      ['hanging.timeout not answered within 0.05 s'],
    ]);
    expect(findings.map(({ code, text }) => [code, text])).toEqual([
      ['hanging.timeout', 'not answered within 0.05 s'],
      ['breaking.failed', `could not open ${MASK}`],
    ]);
  });

  it('says what secrets are missing or open to others', async () => {
    const file = path.join(folder, 'secrets.json');
    const before = readFileSync(file, 'utf8');
    const { linkSigningKey, ...rest } = JSON.parse(before) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify(rest));
    chmodSync(file, 0o644);
    try {
      const { report } = await examined();
      expect(withCode(report, 'secrets.missing')[0]?.text).toContain('linkSigningKey');
      expect(withCode(report, 'secrets.readable_by_others')).toHaveLength(1);
    } finally {
      writeFileSync(file, before);
      chmodSync(file, 0o600);
    }
  });
});

describe('the palisade command', () => {
  it('ends with its work, whatever is still under way', async () => {
    const underWay = 'data:text/javascript,setInterval(() => undefined, 1000)';
    const args = ['--import', underWay, OPERATOR, '--version'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says where it looked for an installation that is not there', async () => {
    const { code, notes } = await palisade(['doctor', '--installation', '/nowhere']);
    expect(code).toBe(1);
    expect(notes).toContain('[installation_not_found]');
  });

  it('tells wrong command lines from failures by the exit code', async () => {
    expect((await palisade(['doktor'])).code).toBe(2);
    expect((await palisade(['doctor', '--loud'])).code).toBe(2);
    expect((await palisade(['--help'])).out).toContain('doctor');
    expect((await palisade(['doctor', '--help'])).out).toContain('--json');
  });
});
