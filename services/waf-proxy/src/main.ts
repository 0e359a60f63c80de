// The edge node: reads its configuration, starts the supervisor, drains on SIGTERM and Ctrl-C, replaces its workers one
// after another on SIGHUP.
import { readConfig } from './config.ts';
import { boundsWithin, descriptorLimit } from './limits/descriptors.ts';
import { describeError, log } from './supervisor/log.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/** Workers are started with the same limit. */
function checkDescriptors(): void {
  const limit = descriptorLimit();
  const { part, wanted, pools } = boundsWithin(limit);
  if (part === 1) return;
  log('warn', 'the limit of open files (ulimit -n) lowers the bounds of each worker', {
    limit,
    wanted,
    ...pools,
  });
}

async function main(): Promise<void> {
  checkDescriptors();
  const supervisor = new Supervisor(readConfig());
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    supervisor.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'the edge did not stop cleanly', { error: describeError(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGHUP', () => {
    if (!stopping) void supervisor.restartWorkers();
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await supervisor.start();
}

main().catch((error: unknown) => {
  log('error', 'the edge could not start', { error: describeError(error) });
  process.exit(1);
});
