import { ask } from '../base/database.ts';
import { type Installation, STATEFUL } from '../base/installation.ts';
import { describe, type Finding, failure, ok, warning } from './finding.ts';

const MIN_MAJOR = 15;
const CONNECTIONS_WARNED_ABOVE = 0.8;

interface Server {
  version: string;
  number: number;
  used: number;
  max: number;
}

export async function checkPostgres(installation: Installation): Promise<Finding[]> {
  const { postgresAdminUrl } = installation;
  const asServer = postgresAdminUrl === null ? [] : checkServer(postgresAdminUrl);
  const asServices = Promise.all(STATEFUL.map((name) => checkRole(installation, name)));
  return [...(await asServer), ...(await asServices)];
}

async function checkServer(url: string): Promise<Finding[]> {
  let server: Server;
  try {
    const [row] = await ask<{ version: string; number: string; used: string; max: string }>(
      url,
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
              (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
              current_setting('max_connections') AS max`,
    );
    server = {
      version: row!.version,
      number: Number(row!.number),
      used: Number(row!.used),
      max: Number(row!.max),
    };
  } catch (error) {
    return [
      failure(
        'postgres.unreachable',
        `PostgreSQL does not answer: ${describe(error)}`,
        'See that it runs and that PALISADE_POSTGRES_ADMIN_URL, or the password in the secrets, is right.',
      ),
    ];
  }
  const { version, number, used, max } = server;
  return [
    number >= MIN_MAJOR * 10_000
      ? ok('postgres.version', `PostgreSQL ${version}`)
      : failure('postgres.too_old', `PostgreSQL ${version}`, `Upgrade it to ${MIN_MAJOR} or newer.`),
    used > max * CONNECTIONS_WARNED_ABOVE
      ? warning(
          'postgres.connections_nearly_used_up',
          `${used} of ${max} connections are in use`,
          'Raise max_connections, or lower PALISADE_DATABASE_POOL.',
        )
      : ok('postgres.connections', `${used} of ${max} connections are in use`),
  ];
}

/** As the service itself comes in. */
async function checkRole({ settings }: Installation, name: (typeof STATEFUL)[number]): Promise<Finding> {
  try {
    await ask(settings[name].PALISADE_DATABASE_URL ?? '', 'SELECT 1');
    return ok('postgres.role', `${name} reaches its database`);
  } catch (error) {
    return judgeRole(name, error);
  }
}

/** PostgreSQL's own codes, such as 28P01. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** @param error why a service's role did not come in: a server that has not answered has refused nobody */
export function judgeRole(name: string, error: unknown): Finding {
  const text = `${name} does not reach its database: ${describe(error)}`;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && SQLSTATE.test(code)
    ? failure(
        'postgres.role_refused',
        text,
        'Run the installation’s `database`, which gives each service its role, password and schema.',
      )
    : failure(
        'postgres.role_unanswered',
        text,
        'See that PostgreSQL runs, and that this machine is not busy.',
      );
}
