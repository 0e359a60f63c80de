import { spawnSync } from 'node:child_process';
import path from 'node:path';

it('a full disk behind the log costs lines, which are counted, and not the process', () => {
  const script = `
    const { log, logLinesLost } = await import(${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))});
    for (let line = 0; line < 3; line++) {
      log('info', 'nobody reads this');
      await new Promise(setImmediate);
    }
    process.stderr.write(String(logLinesLost()));
  `;
  const shell = 'exec "$0" --input-type=module -e "$1" >/dev/full';
  const child = spawnSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' });
  expect(child).toMatchObject({ status: 0, stderr: '3' });
});
