import type { experimental } from '@grpc/grpc-js';

type Provider = experimental.CertificateProvider;
type Authorities = experimental.CaCertificateUpdate;
type Identity = experimental.IdentityCertificateUpdate;

/** Tells grpc-js which certificates to use for new connections, now and whenever they have changed. */
export class CertificateFeed<Update extends Authorities | Identity = Authorities | Identity>
  implements Provider
{
  private readonly listeners = new Set<(update: never) => void>();

  constructor(private readonly current: () => Update) {}

  changed(): void {
    for (const listener of this.listeners) listener(this.current() as never);
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.add(listener);
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.listeners.delete(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.add(listener);
  }

  removeIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.listeners.delete(listener);
  }

  private add(listener: (update: never) => void): void {
    this.listeners.add(listener);
    // Later, since grpc-js begins to pass things on only after it has begun to listen.
    queueMicrotask(() => listener(this.current() as never));
  }
}
