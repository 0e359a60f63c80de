import type { Installation } from '../base/installation.ts';
import { masker, secretsOf } from '../base/masking.ts';
import { builtModule, VERSION } from '../base/workspace.ts';
import { checkBackups } from '../checks/backups.ts';
import { CLICKHOUSE_MODULE, checkClickhouse } from '../checks/clickhouse.ts';
import { checkClock } from '../checks/clock.ts';
import { type Check, describe, type Finding, failure, type Status } from '../checks/finding.ts';
import { checkFolders } from '../checks/folders.ts';
import { checkGeo, GEO_MODULE } from '../checks/geo.ts';
import { checkKafka, KAFKA_MODULE } from '../checks/kafka.ts';
import { checkKeysOfEdges } from '../checks/keys-of-edges.ts';
import { checkMachine } from '../checks/machine.ts';
import { checkMigrations } from '../checks/migrations.ts';
import { checkNames } from '../checks/names.ts';
import { checkPayPal } from '../checks/paypal.ts';
import { checkPostgres } from '../checks/postgres.ts';
import { checkRedis } from '../checks/redis.ts';
import { checkSecrets } from '../checks/secrets.ts';
import { checkServices } from '../checks/services.ts';
import { checkSettings, SETTINGS_MODULES } from '../checks/settings.ts';
import { checkSmtp, SMTP_MODULE } from '../checks/smtp.ts';
import { checkTls } from '../checks/tls.ts';

/** In the order of the report: prerequisites first. */
export const CHECKS = {
  machine: checkMachine,
  settings: checkSettings,
  folders: checkFolders,
  secrets: checkSecrets,
  keys: checkKeysOfEdges,
  postgres: checkPostgres,
  migrations: checkMigrations,
  backups: checkBackups,
  redis: checkRedis,
  kafka: checkKafka,
  clickhouse: checkClickhouse,
  services: checkServices,
  dns: checkNames,
  tls: checkTls,
  smtp: checkSmtp,
  paypal: checkPayPal,
  geo: checkGeo,
  clock: checkClock,
} as const satisfies Record<string, Check>;

/** Loaded before the first question is asked: meanwhile nothing else runs, and answers would seem to be late. */
const MODULES = [...SETTINGS_MODULES, KAFKA_MODULE, CLICKHOUSE_MODULE, SMTP_MODULE, GEO_MODULE];

/** Time limit of one check as a whole. */
const CHECK_MS = 15_000;

export interface Report {
  version: string;
  at: string;
  /** The worst that was found. */
  status: Status;
  findings: Finding[];
}

interface Examination {
  checks?: Readonly<Record<string, Check>>;
  timeoutMs?: number;
  /** Called with a check's findings as soon as it ends. */
  onFound?: (findings: readonly Finding[]) => void;
}

/** All checks at the same time, each bounded; one that breaks says so and stops no other. */
export async function examine(
  installation: Installation,
  { checks = CHECKS, timeoutMs = CHECK_MS, onFound }: Examination = {},
): Promise<Report> {
  // A module that fails to load is reported by its own check.
  await Promise.allSettled(MODULES.map((place) => builtModule(place)));
  const mask = masker(secretsOf(installation));
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const unmasked = await bounded(name, () => check(installation), timeoutMs);
      const masked = unmasked.map((finding) => ({ ...finding, text: mask(finding.text) }));
      onFound?.(masked);
      return masked;
    }),
  );
  const findings = found.flat();
  return { version: VERSION, at: new Date().toISOString(), status: worst(findings), findings };
}

const worst = (findings: readonly Finding[]): Status =>
  (['error', 'warning'] as const).find((status) => findings.some((finding) => finding.status === status)) ??
  'ok';

async function bounded(name: string, check: () => Promise<Finding[]>, timeoutMs: number): Promise<Finding[]> {
  const { promise: late, resolve } = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(
    () =>
      resolve([
        failure(
          `${name}.timeout`,
          `not answered within ${timeoutMs / 1_000} s`,
          `See what ${name} hangs on.`,
        ),
      ]),
    timeoutMs,
  );
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    const todo = 'What this stands on does not work; see the other lines first.';
    return [failure(`${name}.failed`, describe(error), todo)];
  } finally {
    clearTimeout(timer);
  }
}
