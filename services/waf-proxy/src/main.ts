// The edge node: reads its configuration, starts the supervisor, drains on SIGTERM and Ctrl-C, replaces its workers one
// after another on SIGHUP.

import { log, messageWithCause } from './io/log.ts';
import { boundsWithin, descriptorLimit } from './io/shares/descriptors.ts';
import { readConfig } from './node/config/config.ts';
import { Supervisor } from './node/supervisor/supervisor.ts';

/** Workers are started with the same limit. */
function checkDescriptors(): void {
  const limit = descriptorLimit();
  const { part, wanted, pools } = boundsWithin(limit);
  if (part === 1) return;
  log('warn', 'open file limit (ulimit -n) lowers the bounds of each worker', {
    limit,
    wanted,
    ...pools,
  });
}

async function main(): Promise<void> {
  checkDescriptors();
  const supervisor = new Supervisor(readConfig());
  let stopping: Promise<void> | null = null;
  const stop = () => {
    if (stopping !== null) {
      void supervisor.stop();
      return;
    }
    stopping = supervisor.stop();
    stopping.then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'edge did not stop cleanly', { error: messageWithCause(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGHUP', () => {
    if (stopping === null) void supervisor.restartWorkers();
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await supervisor.start();
}

main().catch((error: unknown) => {
  log('error', 'edge failed to start', { error: messageWithCause(error) });
  process.exit(1);
});
