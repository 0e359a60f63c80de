import { setTimeout as pause } from 'node:timers/promises';
import type { OtherKey } from '../../config/keys.ts';
import {
  comingKey,
  heldUntil,
  KEYS,
  leavingKeys,
  MAX_LEAVING,
  withComing,
  withoutLeaving,
  withoutSwitched,
  withSwitched,
} from '../../config/rotation.ts';
import { type InstallationSecrets, saveSecrets } from '../../config/secrets.ts';
import type { OperatorLock } from '../base/exclusive.ts';
import { type Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { startTimes } from '../base/processes.ts';
import { EdgeBoard, EVERY_EDGE } from './edge-board.ts';
import { type HandOut } from './hand-out.ts';
import {
  auditKeyOf,
  resealCertificates,
  resealSecrets,
  signEverythingAnew,
  unsignedSites,
} from './reseal.ts';
import { addRedisPassword, changePassword, closeBridge, openBridge, removeRedisPassword } from './servers.ts';

/**
 * Time limit for signing and publishing a site's configuration again; usually a second, half a minute after one
 * failure.
 */
const SIGNED_MS = 180_000;
const BRIDGE_MS = 20_000;
const POLL_INTERVAL_MS = 500;

export interface RunOptions {
  lock: OperatorLock;
  installation: Installation;
  handOut: HandOut;
  note: (text: string) => void;
  /** Refuses old keys also where something that they have made is still about. */
  dropNow: boolean;
  /** Removed edges. */
  withoutEdges: readonly string[];
}

/**
 * The steps from one key to the next, each of which may be ended anywhere and is done again then. What has been reached lies
 * with the secrets:
 *
 *   in use ─▶ coming: everybody accepts both ─▶ in its place (switched) ─▶ in use everywhere, the old one leaving ─▶ the old one is refused
 */
export class RotationRun {
  private secrets: InstallationSecrets;

  constructor(private readonly options: RunOptions) {
    this.secrets = options.installation.secrets;
  }

  get current(): InstallationSecrets {
    return this.secrets;
  }

  /** @returns which keys are still to be rotated, where an earlier command of the same keys was ended in the middle */
  async begin(names: readonly string[]): Promise<string[]> {
    const { run } = this.secrets.rotations ?? {};
    if (run !== undefined) {
      if (run.names.join() !== names.join()) {
        throw new OperatorError(
          'rotation_unfinished',
          `The rotation of ${run.since} has not come to its end: ${this.unfinished().join(', ')}.`,
          'Bring it to its end first: palisade rotate-keys --finish.',
        );
      }
      this.options.note(`going on with the rotation of ${run.since}`);
      return this.unfinished();
    }
    for (const name of names) this.refuseTooMany(name);
    const since = new Date().toISOString();
    await this.save({ ...this.secrets, rotations: { ...this.secrets.rotations, run: { since, names } } });
    return [...names];
  }

  /** Keys of an interrupted run. */
  unfinished(): string[] {
    const { run, rotatedAt } = this.secrets.rotations ?? {};
    if (run === undefined) return [];
    return run.names.filter(
      (name) =>
        comingKey(this.secrets, name) !== undefined ||
        this.isSwitched(name) ||
        !((rotatedAt?.[name] ?? '') >= run.since),
    );
  }

  async end(): Promise<void> {
    const { run: _, ...rotations } = this.secrets.rotations ?? {};
    await this.save({ ...this.secrets, rotations });
  }

  async rotate(name: string): Promise<void> {
    const { note, handOut } = this.options;
    note(`${name}: ${KEYS[name]!.what}`);
    if (!this.isSwitched(name)) {
      if (comingKey(this.secrets, name) === undefined)
        await this.save(await withComing(this.secrets, name, new Date()));
      await this.admitComing(name);
      await handOut.everywhere(this.secrets);
      note('  the new key is accepted beside the old one');
      await this.giveItsPlace(name);
    }
    await handOut.everywhere(this.secrets);
    note('  the new key is in use');
    await this.carryOver(name, new Date());
    await this.save(withoutSwitched(this.secrets, name));
    await this.drop(name);
  }

  /** Ends old keys that nothing needs any more. @returns what is left of them, as sentences */
  async drop(name: string): Promise<string[]> {
    const { note, dropNow } = this.options;
    if (name.startsWith('database:') && comingKey(this.secrets, name) === undefined)
      return await this.dropBridge(name);
    const now = new Date();
    const leaving = leavingKeys(this.secrets, name);
    const due: OtherKey[] = [];
    const left: string[] = [];
    for (const key of leaving) {
      const why = dropNow ? null : await this.whyKept(name, key, now);
      if (why === null) due.push(key);
      else left.push(`${name}: ${why}`);
    }
    if (due.length > 0) {
      await this.beforeDrop(name, due);
      await this.save(withoutLeaving(this.secrets, name, due));
      await this.options.handOut.everywhere(this.secrets);
      await this.refuseInRedis(name, due);
      note(`${name}: the old key is refused`);
    }
    return left;
  }

  private async whyKept(name: string, key: OtherKey, now: Date): Promise<string | null> {
    if (name.startsWith('redis:')) return await this.whyKeptInRedis(name.slice('redis:'.length), key);
    const until = heldUntil(name, key);
    return until > now ? `the old key is accepted until ${until.toISOString()}` : null;
  }

  /** Services read the passwords of Redis at their start only. */
  private async whyKeptInRedis(user: string, { since }: OtherKey): Promise<string | null> {
    const times: ReadonlyMap<string, Date> = await startTimes(this.options.installation);
    const started = times.get(user);
    if (user === 'edge') {
      const others = await this.edgesWithOldPasswords();
      if (others.length > 0)
        return `the old password is accepted until these edges have the new one and were started anew: ${others.join(', ')} (one that joined gets it by join-edge --renew)`;
    }
    if (started === undefined || started > new Date(since)) return null;
    return `the old password is accepted until ${user} has been started anew`;
  }

  /** A command was ended between a key's place and its use: who uses the old one, and what that has made, is still to be seen to. */
  private isSwitched(name: string): boolean {
    return this.secrets.rotations?.switched?.[name] !== undefined;
  }

  /** Edges of all machines; joined ones read the password from their own files. */
  private async edgesWithOldPasswords(): Promise<string[]> {
    const { installation, withoutEdges } = this.options;
    if (withoutEdges.includes(EVERY_EDGE)) return [];
    const board = new EdgeBoard(installation);
    const others = await board.withOtherRedisPasswords(this.servers.redis('edge', 'edge'));
    return others.filter((node) => !withoutEdges.includes(node));
  }

  private async admitComing(name: string): Promise<void> {
    const { value } = comingKey(this.secrets, name)!;
    const [kind, who = ''] = name.split(':');
    if (kind === 'database') await openBridge(this.adminUrl, who, value as string);
    if (kind === 'redis') await addRedisPassword(this.options.installation, who, value as string);
  }

  private async giveItsPlace(name: string): Promise<void> {
    const [kind, who = ''] = name.split(':');
    const isDatabase = kind === 'database';
    if (isDatabase) await changePassword(this.adminUrl, who, comingKey(this.secrets, name)!.value as string);
    await this.save(withSwitched(this.secrets, name, new Date(), !isDatabase));
  }

  /** Makes everything again that was made with the old key. */
  private async carryOver(name: string, confirmedAt: Date): Promise<void> {
    if (name === 'key-encryption') await this.resealSecrets();
    if (name === 'edge-sealing') await this.resealCertificates();
    if (name === 'config-signing') {
      await signEverythingAnew(this.secrets, this.servers, confirmedAt);
      await this.everythingSigned();
    }
  }

  private async beforeDrop(name: string, due: readonly OtherKey[]): Promise<void> {
    if (name === 'config-signing') await this.everythingSigned();
    if (name === 'edge-sealing') await this.resealCertificates();
    if (name !== 'key-encryption') return;
    // Data that was written while the key changed.
    await this.resealSecrets();
    const auditKeys = { ...this.secrets.rotations?.auditKeys };
    for (const { id, value } of due) auditKeys[id!] = await auditKeyOf(value as string);
    await this.save({ ...this.secrets, rotations: { ...this.secrets.rotations, auditKeys } });
  }

  private async resealSecrets(): Promise<void> {
    const { resealed, unreadable } = await resealSecrets(this.secrets, this.servers);
    this.options.note(`  ${resealed} secrets were sealed anew${unreadableOf(unreadable)}`);
  }

  private async resealCertificates(): Promise<void> {
    const { resealed, unreadable } = await resealCertificates(this.secrets, this.servers);
    this.options.note(`  ${resealed} certificates’ keys were sealed anew${unreadableOf(unreadable)}`);
    await this.everythingSigned();
  }

  /** Otherwise an edge that restarts would lack the missing sites. */
  private async everythingSigned(): Promise<void> {
    const until = performance.now() + SIGNED_MS;
    for (;;) {
      const left = await unsignedSites(this.secrets, this.servers);
      if (left === 0) return;
      if (performance.now() > until) {
        throw new OperatorError(
          'sites_not_signed',
          `${left} sites have not been signed anew within ${SIGNED_MS / 1_000} s.`,
          'See that domains runs, and its log; the old key is still accepted. Then run the command again.',
        );
      }
      await pause(POLL_INTERVAL_MS);
    }
  }

  private async dropBridge(name: string): Promise<string[]> {
    const [, who = ''] = name.split(':');
    const until = performance.now() + BRIDGE_MS;
    while (!(await closeBridge(this.adminUrl, who))) {
      if (performance.now() > until)
        return [`${name}: ${who}_next, by which it came meanwhile, goes once its last connection has ended`];
      await pause(POLL_INTERVAL_MS);
    }
    return [];
  }

  private async refuseInRedis(name: string, due: readonly OtherKey[]): Promise<void> {
    const [kind, who = ''] = name.split(':');
    if (kind !== 'redis') return;
    for (const { value } of due) await removeRedisPassword(this.options.installation, who, value as string);
  }

  private refuseTooMany(name: string): void {
    if (leavingKeys(this.secrets, name).length < MAX_LEAVING) return;
    throw new OperatorError(
      'too_many_old_keys',
      `${name} has ${MAX_LEAVING} old keys already that are still accepted.`,
      'Wait until they have ended (--list), or end them with --finish --drop-now.',
    );
  }

  private get servers() {
    return this.options.installation.servers(this.secrets);
  }

  private get adminUrl(): string {
    return this.options.installation.postgresAdminUrl!;
  }

  private async save(secrets: InstallationSecrets): Promise<void> {
    await this.options.lock.assertHeld();
    saveSecrets(this.options.installation.secretsFile, secrets);
    this.secrets = secrets;
  }
}

const unreadableOf = (count: number): string =>
  count === 0 ? '' : `; ${count} could not be read, and were not readable before`;
