import { execSync, spawn } from 'node:child_process';

export function run(name: string): void {
  // ruleid: no-code-from-text
  execSync(`ls ${name}`);
  // ruleid: no-code-from-text
  spawn('ls', [name], { shell: true });
  // ok: no-code-from-text
  spawn('ls', ['--', name]);
  // ruleid: no-code-from-text
  eval(name);
  // ok: no-code-from-text
  /a/.exec(name);
}
