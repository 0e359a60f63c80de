import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Which of the demo's sites were ever made: one that its owner has removed since does not come back at the next start. */
export class MadeSites {
  private readonly file: string;
  private readonly hosts: Set<string>;

  constructor(dataDirectory: string) {
    this.file = path.join(dataDirectory, 'demo-sites.json');
    this.hosts = new Set(
      existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as string[]) : [],
    );
  }

  has(host: string): boolean {
    return this.hosts.has(host);
  }

  add(hosts: readonly string[]): void {
    const before = this.hosts.size;
    for (const host of hosts) this.hosts.add(host);
    if (this.hosts.size === before) return;
    writeFileSync(`${this.file}.new`, JSON.stringify([...this.hosts]), { mode: 0o600, flush: true });
    renameSync(`${this.file}.new`, this.file);
  }
}
