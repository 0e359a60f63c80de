// Runs the whole product on one machine: starts what it stands on, then its services, waits until all of them are ready,
// makes the demo accounts, prints where to go, and stops everything in order when it is told to.
import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeKeyFiles, writeProcessSettings } from '@palisade/installation';
import {
  closeFiles,
  endLeftoverPostgres,
  goProgram,
  LocalServerError,
  privateFolder,
} from '@palisade/local-servers';
import { announce } from './announce.ts';
import { type RunningBackends, startBackends } from './backends.ts';
import { loadSecrets } from './config/secrets.ts';
import { placesDatabase } from './demo/places.ts';
import type { DemoFacts } from './demo/set-up-sites.ts';
import { type LauncherOptions, readOptions, UsageError } from './options.ts';
import { PidFiles } from './pid-files.ts';
import { placesFile, plan, VISITORS_FROM } from './plan.ts';
import { refuseTakenPorts } from './port-check.ts';
import { waitUntilReady } from './ready.ts';
import { demoPlace, seedDemo } from './seed.ts';
import { type ChildSpec, type ProcessSpec, SupervisedProcess } from './supervisor.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const say = (line: string): void => console.log(`palisade: ${line}`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, root);
  if (options === null) return;
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o711 });
  closeFolders(options.dataDirectory);
  if (options.defaultDirectory !== null) leadTo(options.dataDirectory, options.defaultDirectory);
  const pidFiles = new PidFiles(options.dataDirectory);
  if (pidFiles.launcherRuns()) {
    throw new UsageError(`Palisade already runs on ${options.dataDirectory}; choose another with --data.`);
  }
  pidFiles.write('launcher', process.pid);
  const run = new Run(options, pidFiles);
  const end = (): void => void run.stop().then(() => process.exit(0), fail);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  // Where whoever started it gave it a channel, as `npm start` does: that process is gone, without a word if it was killed.
  process.on('disconnect', end);
  // Who read what it says may be gone with it: everything is stopped in order all the same.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    await run.start();
  } catch (error) {
    await run.stop();
    throw error;
  }
}

/** PostgreSQL, which may run as another user, can pass to its own folder; other users can read nothing. */
function closeFolders(dataDirectory: string): void {
  closeFiles(dataDirectory);
  for (const name of ['logs', 'edge', 'inbox', 'acme', 'redis'])
    privateFolder(path.join(dataDirectory, name));
}

/** Links `.palisade` to the data, so that documented paths are valid; an existing one stays. */
function leadTo(dataDirectory: string, usual: string): void {
  if (lstatSync(usual, { throwIfNoEntry: false }) !== undefined) return;
  try {
    symlinkSync(dataDirectory, usual);
  } catch (error) {
    // A read-only checkout works as well.
    say(`the data are in ${dataDirectory}, and ${usual} does not lead there: ${(error as Error).message}`);
  }
}

/** Built once, where this machine has Go; without it the edge speaks all else. */
async function findHttp3Front({ http3, components }: LauncherOptions): Promise<string | null> {
  if (!http3 || !components.has('edge')) return null;
  const front = await goProgram('http3-front');
  if ('program' in front) return front.program;
  say(`the edge does not speak HTTP/3: ${front.missing}`);
  return null;
}

class Run {
  private readonly processes: SupervisedProcess[] = [];
  private backends: RunningBackends | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly options: LauncherOptions,
    private readonly pidFiles: PidFiles,
  ) {}

  async start(): Promise<void> {
    const begun = performance.now();
    const { options, pidFiles } = this;
    await pidFiles.endLeftovers(say);
    await endLeftoverPostgres(path.join(options.dataDirectory, 'postgres'));
    const { secrets, fresh } = await loadSecrets(options.dataDirectory);
    await refuseTakenPorts(this.wantedPorts());
    const http3Front = findHttp3Front(options);
    this.backends = await startBackends(options, secrets, pidFiles, say);
    const { control, edge, ports, createUser } = plan(
      options,
      secrets,
      this.backends,
      root,
      await http3Front,
    );
    writeKeyFiles(options.dataDirectory, secrets, this.backends);
    this.writeDown(this.backends, [...control, edge]);
    const children = [
      ...(options.components.has('dns') ? [this.demoDns(ports.dns)] : []),
      ...(options.components.has('origin') ? [this.demoOrigin(ports.origin)] : []),
      ...(options.components.has('control') ? control : []),
      ...(options.components.has('edge') ? [edge] : []),
    ];
    if (options.demoTraffic) writeFileSync(placesFile(options), placesDatabase(), { mode: 0o600 });
    for (const spec of children) this.launch(spec);
    await waitUntilReady(children, this.logDirectory);
    const auth = control.find((child) => child.name === 'auth');
    if (options.components.has('control') && auth)
      await seedDemo(options, secrets, { ...auth, script: createUser });
    const logs = control.find((child) => child.name === 'logs');
    if (options.demoTraffic && logs) this.launch(this.demoTraffic(logs));
    announce(options, secrets, { fresh, seconds: (performance.now() - begun) / 1000 });
  }

  /** Visitors first: the edge drains while what it logs to still runs; the databases go last. */
  stop(): Promise<void> {
    this.stopped ??= (async () => {
      say('stopping…');
      for (const first of [isDemoTraffic, isEdge]) {
        await Promise.all(this.processes.filter(first).map((child) => child.stop()));
      }
      await Promise.all(this.processes.map((child) => child.stop()));
      await this.backends?.stop();
      this.pidFiles.remove('launcher');
      say('stopped');
    })();
    return this.stopped;
  }

  /** For `palisade doctor` and the other commands of an operator. */
  private writeDown({ postgresAdminUrl, redis }: RunningBackends, children: readonly ChildSpec[]): void {
    writeProcessSettings(this.options.dataDirectory, {
      postgresAdminUrl,
      redisUrls: {
        bus: redis('operator', 'bus'),
        edge: redis('operator', 'edge'),
        queues: redis('operator', 'queues'),
      },
      settings: Object.fromEntries(children.map(({ name, env }) => [name, { ...env }])),
    });
  }

  private get logDirectory(): string {
    return path.join(this.options.dataDirectory, 'logs');
  }

  private launch(spec: ProcessSpec): void {
    if (this.stopped) return;
    const child = new SupervisedProcess(spec, this.pidFiles, this.logDirectory, say);
    this.processes.push(child);
    child.start();
    if (this.options.dev) child.restartOnChange();
  }

  private wantedPorts() {
    const { ports, components } = this.options;
    return [
      ...(components.has('control')
        ? [
            { port: ports.dashboard, what: 'dashboard', option: '--port' },
            { port: ports.inbox, what: 'local inbox', option: '--inbox-port' },
            { port: ports.paypal, what: 'stand-in for PayPal', option: '--paypal-port' },
          ]
        : []),
      ...(components.has('edge')
        ? [
            { port: ports.edgeHttp, what: 'protected sites, HTTP', option: '--edge-port' },
            { port: ports.edgeHttps, what: 'protected sites, HTTPS', option: '--edge-tls-port' },
          ]
        : []),
      ...(components.has('dns')
        ? [{ port: ports.dnsPanel, what: 'demo DNS panel', option: '--dns-panel-port' }]
        : []),
      ...(components.size > 2
        ? Array.from({ length: 18 }, (_, index) => ({
            port: ports.internal + index,
            what: 'internal',
            option: '--internal-port',
          }))
        : []),
    ];
  }

  private demoDns(port: number): ChildSpec {
    const panel = this.options.ports.dnsPanel;
    return {
      name: 'demo-dns',
      script: path.join(import.meta.dirname, 'demo-dns.js'),
      args: [String(port), String(panel), path.join(this.options.dataDirectory, 'zone.json')],
      env: {},
      readyUrl: `http://127.0.0.1:${panel}/`,
    };
  }

  /** With the log service's settings: its own command imports the history. */
  private demoTraffic(logs: ChildSpec): ProcessSpec {
    const facts: DemoFacts = {
      ...demoPlace(this.options),
      dataDirectory: this.options.dataDirectory,
      edgePort: this.options.ports.edgeHttp,
      visitorsFrom: VISITORS_FROM,
    };
    return {
      name: 'demo-traffic',
      script: path.join(import.meta.dirname, 'demo-traffic.js'),
      args: [JSON.stringify(facts)],
      env: logs.env,
    };
  }

  private demoOrigin(port: number): ChildSpec {
    return {
      name: 'demo-origin',
      script: path.join(import.meta.dirname, 'demo-origin.js'),
      args: [String(port)],
      env: {},
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    };
  }
}

const isDemoTraffic = (child: SupervisedProcess): boolean => child.spec.name === 'demo-traffic';
const isEdge = (child: SupervisedProcess): boolean => child.spec.name === 'edge';

function fail(error: unknown): void {
  const expected = error instanceof UsageError || error instanceof LocalServerError;
  console.error(expected ? `palisade: ${error.message}` : error);
  process.exit(1);
}

await main().catch(fail);
