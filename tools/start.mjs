// `npm start`: set up, build what changed, hand over to the standalone launcher on Node 24.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildFrontend, buildPrograms, buildTypeScript } from './build.mjs';
import { whenNpmEnds } from './npm-parents.mjs';
import { ensureInstalled, environment, node24, root, runNode } from './workspace.mjs';

const args = process.argv.slice(2);
whenNpmEnds(() => launcher.kill('SIGTERM'));
ensureInstalled();
if (
  !args.includes('--help') &&
  !args.some((word) => word.startsWith('--redis-url')) &&
  !process.env.PALISADE_REDIS_URL
)
  runNode(path.join(root, 'tools/system-packages.mjs'), ['start']);
if (!args.includes('--help')) console.log('palisade: building what has changed…');
buildTypeScript();
if (!args.includes('--help')) {
  if (!args.includes('--dev')) buildPrograms();
  buildFrontend();
}

const launcher = spawn(node24(), [path.join(root, 'deploy/standalone/dist/main.js'), ...args], {
  // By the channel it hears when this process has ended, however that was.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(),
});
if (args.includes('--dev')) {
  // Services are rebuilt and restarted by themselves; the SPA is served by Vite, which sends API calls to the gateway.
  const tools = [
    [
      path.join(root, 'node_modules/typescript-native/bin/tsc'),
      ['-b', '--watch', '--preserveWatchOutput', root],
      root,
    ],
    [path.join(root, 'node_modules/vite/bin/vite.js'), [], path.join(root, 'frontend')],
  ];
  const running = tools.map(([script, options, cwd]) =>
    spawn(node24(), [script, ...options], { cwd, stdio: 'inherit', env: environment() }),
  );
  launcher.on('exit', () => {
    for (const child of running) child.kill();
  });
}
// The terminal sends Ctrl-C to the whole group, others to this process alone; that the launcher hears of it twice does no harm.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => launcher.kill(signal));
launcher.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
