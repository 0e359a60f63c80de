import { masker, secretsOf } from '../base/masking.ts';
import { builtModule, VERSION } from '../base/workspace.ts';
import { checkClock } from '../checks/clock.ts';
import { describe, failure } from '../checks/finding.ts';
import { checkGeo, GEO_MODULE } from '../checks/geo.ts';
import { checkKafka, KAFKA_MODULE } from '../checks/kafka.ts';
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
/** In the order in which they are told: what others stand on comes first. */
export const CHECKS = {
  machine: checkMachine,
  settings: checkSettings,
  secrets: checkSecrets,
  postgres: checkPostgres,
  migrations: checkMigrations,
  redis: checkRedis,
  kafka: checkKafka,
  services: checkServices,
  dns: checkNames,
  tls: checkTls,
  smtp: checkSmtp,
  paypal: checkPayPal,
  geo: checkGeo,
  clock: checkClock,
};
/** Loaded before the first question is asked: meanwhile nothing else runs, and answers would seem to be late. */
const MODULES = [...SETTINGS_MODULES, KAFKA_MODULE, SMTP_MODULE, GEO_MODULE];
/** What one check may take, all its questions together. */
const CHECK_MS = 15000;
/** All checks at the same time, each bounded; one that breaks says so and stops no other. */
export async function examine(installation, checks = CHECKS, patience = CHECK_MS) {
  // One that does not load fails in its own check, which tells it.
  await Promise.allSettled(MODULES.map((place) => builtModule(place)));
  const mask = masker(secretsOf(installation));
  const found = await Promise.all(
    Object.entries(checks).map(([name, check]) => bounded(name, () => check(installation), patience)),
  );
  const findings = found.flat().map((finding) => ({ ...finding, text: mask(finding.text) }));
  return { version: VERSION, at: new Date().toISOString(), status: worst(findings), findings };
}
const worst = (findings) =>
  ['error', 'warning'].find((status) => findings.some((finding) => finding.status === status)) ?? 'ok';
async function bounded(name, check, patience) {
  const { promise: late, resolve } = Promise.withResolvers();
  const timer = setTimeout(
    () =>
      resolve([
        failure(`${name}.timeout`, `not answered within ${patience / 1000} s`, `See what ${name} hangs on.`),
      ]),
    patience,
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
