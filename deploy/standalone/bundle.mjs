// Puts each program that the launcher starts into few files: dist/programs. A service has three to four thousand modules, most of
// them its dependencies', and finding and reading them is more than half of what it does until it is ready.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLE_FOLDER, keepsBundle, placeBundle } from '../local-servers/dist/bundle-folder.js';

const root = path.join(import.meta.dirname, '../..');
/** Beside the one that may be running; renamed into its place. */
const made = path.join(root, `${BUNDLE_FOLDER}.${process.pid}`);
const services = path.join(root, 'services');
const workerScript = path.join(services, 'waf-proxy/dist/node/supervisor/worker-script.js');

/** By the names that `programs.ts` of the local servers asks for. */
const PROGRAMS = {
  ...Object.fromEntries(
    ['auth', 'billing', 'domains', 'gateway', 'logs', 'mailer', 'waf-proxy'].map((name) => [
      name,
      path.join(services, name, 'dist/main.js'),
    ]),
  ),
  'create-user': path.join(services, 'auth/dist/tools/create-user.js'),
  'waf-proxy-worker': path.join(services, 'waf-proxy/dist/worker-main.js'),
};
const entries = new Set(Object.values(PROGRAMS));

/** Stays where it is: what is no JavaScript, is never asked for here, or is looked for and not there. */
const OUTSIDE = new Set([
  // Nest loads it by its name, too, and both must be one.
  '@grpc/grpc-js',
  '@fastify/multipart',
  '@fastify/view',
  '@nats-io/transport-node',
  '@nestjs/platform-express',
  '@nestjs/websockets/socket-module.js',
  '@node-rs/argon2',
  'amqp-connection-manager',
  'class-transformer',
  'class-validator',
  'mqtt',
  'typescript',
]);

/** Modules that look for files beside themselves find them where they have always been. */
const places = {
  name: 'places',
  load: (id) =>
    id === workerScript
      ? `import path from 'node:path';\nexport const WORKER_SCRIPT = path.join(import.meta.dirname, 'waf-proxy-worker.js');`
      : null,
  transform(code, id) {
    if (id === workerScript || !path.isAbsolute(id)) return null;
    const said = {
      dirname: JSON.stringify(path.dirname(id)),
      filename: JSON.stringify(id),
      url: JSON.stringify(pathToFileURL(id).href),
    };
    const placed = code
      .replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, what) => said[what])
      .replaceAll(/\bimport\.meta\.main\b/g, entries.has(id) ? 'import.meta.main' : 'false')
      .replaceAll(/(?<![\w$.'"`])__(dirname|filename)(?![\w$'"`])/g, (_, what) => said[what]);
    // A place that is taken apart would be that of the bundle.
    if (/[=(]\s*import\.meta\b(?!\.)/.test(placed)) this.error(`${id} takes import.meta as a whole`);
    return placed;
  },
};

async function bundlePrograms() {
  const modules = new Set([import.meta.filename]);
  const bundle = await rolldown({
    input: PROGRAMS,
    platform: 'node',
    external: (id) => OUTSIDE.has(id),
    plugins: [places, { name: 'made-of', moduleParsed: ({ id }) => void modules.add(id) }],
    onLog(level, log) {
      // What cannot be resolved would be missing where the program runs.
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  await bundle.write({
    dir: made,
    format: 'esm',
    // Migrations and errors are known by the names of their classes.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const sources = [...modules].filter((id) => path.isAbsolute(id) && existsSync(id));
  placeBundle(root, made, { programs: Object.keys(PROGRAMS).map((name) => `${name}.js`), sources });
}

if (!keepsBundle(root))
  try {
    await bundlePrograms();
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
