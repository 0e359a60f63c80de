import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PAGES = '/srv/www/pages';

/** The files of a server that is not there. */
const FILES: ReadonlyMap<string, string> = new Map([
  [`${PAGES}/about.txt`, 'A shop for chairs.'],
  ['/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n'],
  ['/etc/hosts', '127.0.0.1 localhost\n'],
]);

/** As a careless page includes files: whatever name it is given, however it is spelt. */
export function readIncluded(name: string): string {
  const file = name.replace(/^file:\/\//i, '').split('\0')[0]!;
  const full = path.posix.normalize(file.startsWith('/') ? file : `${PAGES}/${file}`);
  return FILES.get(full) ?? 'no such page';
}

const MAX_SLEEP_MS = 8_000;
const MAX_COMMANDS = 20;

/**
 * What a shell would print for a command line into which a visitor's text was put, as far as scanners look: nothing is run,
 * the few commands that they use are acted out.
 */
export async function actOutShell(commandLine: string): Promise<string> {
  const inner = [...commandLine.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const commands = [...inner, ...commandLine.split(/[;|&\n]+/)].slice(0, MAX_COMMANDS);
  const printed: string[] = [];
  for (const command of commands) printed.push(await actOut(command.trim().replaceAll(/\$\{?IFS\}?/g, ' ')));
  return printed.join('');
}

async function actOut(command: string): Promise<string> {
  const [name = '', ...words] = command.split(/\s+/);
  const args = words.map((word) => word.replaceAll(/["'\\]/g, ''));
  switch (path.posix.basename(name.replaceAll(/["'\\]/g, ''))) {
    case 'ping':
      return `PING ${args.at(-1) ?? ''}: 1 packet\n`;
    case 'echo':
      return `${args.join(' ')}\n`;
    case 'env':
      return 'PATH=/usr/local/bin:/usr/bin:/bin\nPWD=/srv/www\n';
    case 'id':
      return 'uid=33(www-data) gid=33(www-data) groups=33(www-data)\n';
    case 'cat':
      return args.map((file) => FILES.get(path.posix.normalize(file)) ?? '').join('');
    case 'sleep':
      await setTimeout(Math.min(MAX_SLEEP_MS, 1_000 * (Number(args[0]) || 0)));
      return '';
    default:
      return '';
  }
}
