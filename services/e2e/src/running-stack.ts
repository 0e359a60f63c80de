import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Account {
  email: string;
  username: string;
  password: string;
}

interface StackUrls {
  dashboard: string;
  demo_site: string;
  demo_site_tls: string;
  demo_dns: string;
  inbox: string;
  paypal_stand_in: string;
}

/** Enough to find a running product from another process. */
export interface StackPlace {
  dataDirectory: string;
  /** The first of the ports that only its own processes use. */
  internalPort: number;
}

/** A product that runs: where it listens, who has accounts, what it stands on. */
export abstract class RunningStack {
  protected abstract readonly place: StackPlace;
  private lastUrls: StackUrls | null = null;

  get dataDirectory(): string {
    return this.place.dataDirectory;
  }

  /** While it is replaced, those from before: it comes back at the same addresses. */
  get urls(): StackUrls {
    if (this.lastUrls === null || existsSync(path.join(this.dataDirectory, 'ready.json')))
      this.lastUrls = (JSON.parse(this.read('ready.json')) as { urls: StackUrls }).urls;
    return this.lastUrls;
  }

  get accounts(): { customer: Account; admin: Account } {
    return (JSON.parse(this.read('secrets.json')) as { accounts: { customer: Account; admin: Account } })
      .accounts;
  }

  get api(): string {
    return `${this.urls.dashboard}api`;
  }

  /** The first of the ports that only its own processes use; their order is the launcher's. */
  get internalPort(): number {
    return this.place.internalPort;
  }

  /** Where each process has its `/metrics`, by the names of the jobs of `prometheus.yml`: five services, each with its gRPC port beside it, and the edge. */
  get metricsPorts() {
    const { internalPort } = this.place;
    return {
      auth: internalPort,
      billing: internalPort + 2,
      domains: internalPort + 4,
      logs: internalPort + 6,
      mailer: internalPort + 8,
      edge: internalPort + 10,
      gateway: Number(new URL(this.urls.dashboard).port),
    };
  }

  /** The origin of the demo, as the edge reaches it. */
  get originPort(): number {
    return this.place.internalPort + 14;
  }

  /** The SMTP server of the local inbox. */
  get inboxSmtpPort(): number {
    return this.place.internalPort + 16;
  }

  /** Connection string of the database's owner. */
  get databaseUrl(): string {
    const password = this.read('postgres.password');
    return `postgres://palisade_admin:${password}@127.0.0.1:${this.place.internalPort + 11}/palisade`;
  }

  /** The one Redis of all uses, for its operator; they have a database each. */
  get redisUrl(): string {
    const { redisPasswords } = JSON.parse(this.read('secrets.json')) as {
      redisPasswords: { operator: string };
    };
    return `redis://operator:${redisPasswords.operator}@127.0.0.1:${this.place.internalPort + 12}`;
  }

  private read(file: string): string {
    return readFileSync(path.join(this.dataDirectory, file), 'utf8');
  }
}
