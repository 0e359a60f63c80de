import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isMissing, type KubeClient, type KubeObject } from './client.ts';

interface Lease extends KubeObject {
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface LeaseTimes {
  /** Who has not renewed it for so long has lost it. */
  durationMs: number;
  renewMs: number;
}
export const LEASE_TIMES: LeaseTimes = { durationMs: 15_000, renewMs: 4_000 };

/**
 * One of several does the work. Whoever holds the Lease renews it; another takes it once it has seen no renewal for as long as it lasts, by its
 * own clock, since those of machines differ. Who could not renew it stops before another may take it.
 */
export class LeaseHolder {
  /** What was seen last, and when by our clock. */
  private seen = { record: '', at: 0 };

  constructor(
    private readonly client: KubeClient,
    private readonly place: { namespace: string; name: string },
    private readonly identity: string,
    private readonly times: LeaseTimes = LEASE_TIMES,
  ) {}

  /** Waits until it is ours. */
  async acquire(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // An outage is none of this: nobody can take it meanwhile.
      if (await this.tryOnce().catch(() => false)) return;
      await sleep(this.times.renewMs / 2, undefined, { signal });
    }
  }

  /** Until `signal`. @throws Error once it may be another's */
  async keep(signal: AbortSignal): Promise<void> {
    let heldUntil = performance.now() + this.times.durationMs - this.times.renewMs;
    while (!signal.aborted) {
      await sleep(this.times.renewMs, undefined, { signal }).catch(() => undefined); // It was told to stop.
      if (signal.aborted) return;
      const asked = performance.now();
      const isOurs = await this.tryOnce().catch(() => null);
      if (isOurs === true) heldUntil = asked + this.times.durationMs - this.times.renewMs;
      if (isOurs === false || performance.now() > heldUntil) throw new Error('the lease is another’s');
    }
  }

  /** Nobody has to wait for it. */
  async release(): Promise<void> {
    const lease = await this.client.get<Lease>(this.path);
    if (lease.spec.holderIdentity !== this.identity) return;
    await this.write({ ...lease, spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 } });
  }

  /** @returns whether it is ours now */
  private async tryOnce(): Promise<boolean> {
    const lease = await this.read();
    const now = new Date().toISOString().replace('Z', '000Z');
    const mine = {
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(this.times.durationMs / 1_000),
      renewTime: now,
    };
    try {
      if (lease === null) {
        const { namespace, name } = this.place;
        const metadata = { name, namespace };
        const spec = { ...mine, acquireTime: now, leaseTransitions: 0 };
        await this.client.call('POST', this.collection, {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata,
          spec,
        });
        return true;
      }
      const { spec } = lease;
      const isMine = spec.holderIdentity === this.identity;
      if (!isMine && !this.isOver(lease)) return false;
      const transitions = (spec.leaseTransitions ?? 0) + (isMine ? 0 : 1);
      await this.write({
        ...lease,
        spec: { ...spec, ...mine, ...(!isMine && { acquireTime: now }), leaseTransitions: transitions },
      });
      return true;
    } catch (error) {
      // Another was quicker.
      if (isConflict(error)) return false;
      throw error;
    }
  }

  private isOver({ spec }: Lease): boolean {
    if (!spec.holderIdentity) return true;
    const record = JSON.stringify([spec.holderIdentity, spec.renewTime, spec.leaseTransitions]);
    const now = performance.now();
    if (record !== this.seen.record) this.seen = { record, at: now };
    return now - this.seen.at > (spec.leaseDurationSeconds ?? 0) * 1_000;
  }

  private async read(): Promise<Lease | null> {
    try {
      return await this.client.get<Lease>(this.path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  private write(lease: Lease): Promise<Lease> {
    return this.client.call('PUT', this.path, lease);
  }

  private get collection(): string {
    return `/apis/coordination.k8s.io/v1/namespaces/${this.place.namespace}/leases`;
  }

  private get path(): string {
    return `${this.collection}/${this.place.name}`;
  }
}
