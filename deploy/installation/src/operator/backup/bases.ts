import { OperatorError } from '../base/operator-error.ts';
import { type BaseInfo, readUnverified } from './manifest.ts';
import { backupsIn } from './retention.ts';
import { damaged } from './sealed-stream.ts';
import type { BackupStore } from './store/backup-store.ts';

export const BASE = /^(base-\d{8}T\d{9}Z)\/([^/]+)$/;

/** As it says of itself: to be verified where it is used. */
export interface ListedBase {
  name: string;
  info: BaseInfo;
}

/** Complete base backups, the oldest first; those without a manifest are left out. */
export async function basesIn(store: BackupStore): Promise<ListedBase[]> {
  const found: ListedBase[] = [];
  for (const name of await backupsIn(store, 'base-', BASE)) {
    const info = await readUnverified(store, name).then(
      ({ manifest }) => manifest.base,
      (error: unknown) => {
        // One that could not be read just now is there: what stands on it is not to be taken for lost.
        if (error instanceof OperatorError && error.code !== 'destination_failed') return undefined;
        throw error;
      },
    );
    if (info) found.push({ name, info });
  }
  return found;
}

/** A full base backup and what was added to it, up to this one. @throws OperatorError `backup_damaged` */
export function chainOf(bases: readonly ListedBase[], last: ListedBase): ListedBase[] {
  const chain = [last];
  for (let { parent } = last.info; parent !== null; parent = chain[0]!.info.parent) {
    const before = bases.find(({ name }) => name === parent);
    if (before === undefined || chain.includes(before))
      throw damaged(`${last.name} adds to ${parent}, which is not there`);
    chain.unshift(before);
  }
  return chain;
}

/** Chains that are whole, the newest last by the server's clock. */
export function wholeChains(bases: readonly ListedBase[]): ListedBase[][] {
  return bases
    .flatMap((base) => {
      try {
        return [chainOf(bases, base)];
      } catch (error) {
        if (error instanceof OperatorError) return [];
        throw error;
      }
    })
    .sort((one, other) => endOf(one) - endOf(other));
}

export const endOf = (chain: readonly ListedBase[]): number => Date.parse(chain.at(-1)!.info.endedAt);
