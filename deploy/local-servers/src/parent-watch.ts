import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads until its input ends: with "done" it leaves the server alone, without it the parent is gone, however it ended,
 * and the server follows, also one that is suspended. A server that does not go by itself within ten seconds is made to.
 */
const WATCH = `
read -r word
[ "$word" = done ] && exit 0
kill -s "$2" "$1" || exit 0
kill -s CONT "$1" || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exit 0; done
kill -s KILL "$1"
`;

/**
 * Servers run in a process group of their own, so that Ctrl-C does not end them before those who write to them. That
 * also lets them outlive a parent that was killed. A pipe tells a watching shell when the parent is gone: the kernel
 * closes it, so that kill -9 is no exception.
 *
 * Neither the watcher nor the server keeps the parent's event loop alive.
 */
export function endWithParent(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
  child.unref();
  for (const pipe of [child.stdout, child.stderr]) {
    // They are sockets; the type of a child's streams does not say so.
    (pipe as { unref?: () => void } | null)?.unref?.();
  }
  if (child.pid === undefined || process.platform === 'win32') return;
  const watcher = spawn('sh', ['-c', WATCH, 'palisade-parent-watch', String(child.pid), signal.slice(3)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const { stdin } = watcher;
  // A watcher that ended before us has nothing to hear; the write below then fails, which changes nothing.
  stdin.on('error', () => undefined);
  watcher.on('error', () => undefined);
  watcher.unref();
  (stdin as unknown as { unref?: () => void }).unref?.();
  child.once('exit', () => stdin.end('done\n'));
}
