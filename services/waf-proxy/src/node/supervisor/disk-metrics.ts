import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

const METRICS = {
  palisade_edge_disk_bytes: 'Size of the disk on which the node keeps its data',
  palisade_edge_disk_free_bytes: 'What the node may still write on it',
} as const;

/** Disk usage of a folder, read on scrape. */
export function registerDisk(registry: Registry, folder: string): void {
  for (const [name, help] of Object.entries(METRICS)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const { blocks, bavail, bsize } = await statfs(folder);
        this.set(bsize * (name === 'palisade_edge_disk_bytes' ? blocks : bavail));
      },
    });
  }
}
