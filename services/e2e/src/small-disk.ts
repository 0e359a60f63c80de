import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(64 * 1024);

/** The command line that runs another on a disk of its own at `folder`, which others see through its `/proc` alone and which ends with it. */
export function onSmallDisk(folder: string, megabytes: number, command: readonly string[]): string[] {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0711 palisade "$0"`;
  const inside = ['sh', '-c'];
  if (process.getuid?.() === 0)
    return ['unshare', '--mount', ...inside, `${mount} && exec "$@"`, folder, ...command];
  // Who is not root is for the time of mounting, and then is who they were: PostgreSQL refuses root.
  const self = `unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()}`;
  return [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    ...inside,
    `${mount} && exec ${self} "$@"`,
    folder,
    ...command,
  ];
}

/** Whether this machine lets us. */
export function canMount(): boolean {
  const [program, ...args] = onSmallDisk('/mnt', 1, ['true']);
  return spawnSync(program!, args).status === 0;
}

/** A file that takes what room there is. */
export class Ballast {
  private readonly file: string;
  private timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.file = path.join(folder, 'ballast');
  }

  /** And what becomes free again, until it is removed. */
  fill(): void {
    this.fillOnce();
    this.timer = setInterval(() => this.fillOnce(), 250);
  }

  remove(): void {
    clearInterval(this.timer);
    rmSync(this.file, { force: true });
  }

  private fillOnce(): void {
    const file = openSync(this.file, 'a');
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }
}
