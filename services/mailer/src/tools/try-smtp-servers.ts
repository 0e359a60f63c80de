// Tests whether the active mail servers accept mail, for the operator's `palisade doctor`.
import { loadConfig, SecretBox } from '@palisade/nest-kit';
import { createTransport } from 'nodemailer';
import { DataSource } from 'typeorm';
import { smtpToolFields } from '../config/config.ts';
import { connectionOptions } from '../modules/delivery/smtp-transport.service.ts';
import { eligibleServers } from '../modules/smtp/server.rules.ts';
import { installationDefault, openServer } from '../modules/smtp/server-selection.service.ts';
import type { Server, SmtpServerRow } from '../modules/smtp/smtp-server.types.ts';

const TIMEOUT_MS = 6_000;

interface Trial {
  name: string;
  address: string;
  /** Null: greeting, TLS and sign-in succeeded. */
  error: string | null;
}

/** Checks the servers in use: greeting, TLS and sign-in. Nothing is sent, and nothing is changed. */
export async function trySmtpServers(environment: NodeJS.ProcessEnv): Promise<Trial[]> {
  const config = loadConfig(smtpToolFields, environment);
  const secrets = new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT);
  const rows = eligibleServers(await smtpServers(config.PALISADE_DATABASE_URL), null);
  const servers =
    rows.length === 0 ? installationDefault(config) : rows.map((row) => openServer(row, secrets));
  return await Promise.all(servers.map((server) => trial(server, config.PALISADE_SMTP_CA)));
}

/** Without migrations: a check changes nothing. */
async function smtpServers(url: string): Promise<SmtpServerRow[]> {
  const options = { type: 'postgres', url, poolSize: 1, connectTimeoutMS: TIMEOUT_MS } as const;
  const database = await new DataSource(options).initialize();
  try {
    return await database.query<SmtpServerRow[]>('SELECT * FROM smtp_servers ORDER BY id');
  } finally {
    await database.destroy();
  }
}

async function trial(server: Server, ca: string | undefined): Promise<Trial> {
  const options = connectionOptions(server, { PALISADE_SMTP_TIMEOUT_MS: TIMEOUT_MS, PALISADE_SMTP_CA: ca });
  const transport = createTransport(options);
  const address = `${server.host}:${server.port}`;
  try {
    await transport.verify();
    return { name: server.name, address, error: null };
  } catch (error) {
    return { name: server.name, address, error: (error as Error).message };
  } finally {
    transport.close();
  }
}
