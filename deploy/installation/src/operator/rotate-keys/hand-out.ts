import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readProcessSettings, writeKeyFiles, writeProcessSettings } from '../../config/process-settings.ts';
import type { InstallationSecrets } from '../../config/secrets.ts';
import type { Settings } from '../../config/settings.ts';
import { CONTAINER_USER, writeVolumes } from '../../config/volumes.ts';
import { type Installation, PROCESSES, type ProcessName } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { metricsOf } from '../base/processes.ts';
import { runCommand } from '../base/run-command.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';
import { EdgeAcknowledgements } from './edge-acknowledgements.ts';
import { EdgeBoard, EVERY_EDGE } from './edge-board.ts';

/** How long a service may take to go over to new keys. */
const SERVICE_MS = 30_000;
const POLL_INTERVAL_MS = 250;
const ALL_USERS = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

interface Fingerprints {
  KEYS_METRIC: string;
  keyFingerprint(settings: Settings): string;
}

export interface HandOutOptions {
  /** Run after each change, where keys reach the processes by other ways than files beside the secrets. */
  command: string | null;
  /** How long that takes to arrive everywhere. */
  settleMs: number;
  /** How long all edges together may take. */
  edgesMs: number;
  /** Removed edges. */
  withoutEdges: readonly string[];
  environment: NodeJS.ProcessEnv;
}

/** Brings keys to the processes, and sees that each of them has gone over to them. */
export class HandOut {
  private readonly edges: EdgeAcknowledgements;

  constructor(
    private readonly installation: Installation,
    private readonly options: HandOutOptions,
  ) {
    this.edges = new EdgeAcknowledgements(new EdgeBoard(installation), options.withoutEdges);
    const { kind, folder } = installation;
    if (kind === 'containers' && options.command === null && !existsSync(path.join(folder, 'auth'))) {
      throw new OperatorError(
        'hand_out_unknown',
        `The processes do not read their keys from ${folder}.`,
        'Say with --hand-out COMMAND how they get them, such as: main.js kubernetes FOLDER | kubectl apply -f -',
      );
    }
  }

  /** @throws OperatorError `keys_not_taken_over`, `edges_unseen`, `hand_out_failed` */
  async everywhere(secrets: InstallationSecrets): Promise<void> {
    await this.edges.poll();
    const written = await this.write(secrets);
    const { command, settleMs } = this.options;
    if (command !== null) {
      await runCommand(command, 'hand_out_failed');
      await pause(settleMs);
    } else await Promise.all(PROCESSES.map((name) => this.takenOver(name, written[name] ?? {})));
    await this.takenOverByEdges(written.edge ?? {});
  }

  private async write(secrets: InstallationSecrets): Promise<Record<string, Settings>> {
    const { kind, folder } = this.installation;
    if (kind === 'containers') {
      const owner = ALL_USERS.uid === 0 ? CONTAINER_USER : ALL_USERS;
      return await writeVolumes(folder, this.options.environment, owner);
    }
    const servers = this.installation.servers(secrets);
    const keys = writeKeyFiles(folder, secrets, servers);
    const before = readProcessSettings(folder)!;
    const settings = Object.fromEntries(
      Object.entries(before.settings).map(([name, values]) => [name, { ...values, ...keys[name] }]),
    );
    const redisUrls = {
      bus: servers.redis('operator', 'bus'),
      edge: servers.redis('operator', 'edge'),
      queues: servers.redis('operator', 'queues'),
    };
    writeProcessSettings(folder, { ...before, redisUrls, settings });
    return keys;
  }

  /** Edges of all machines; the local one was asked directly, where possible. */
  private async takenOverByEdges(settings: Settings): Promise<void> {
    const until = performance.now() + this.options.edgesMs;
    for (;;) {
      const missing = await this.edges.missing(settings);
      if (missing.length === 0) return;
      if (performance.now() > until) {
        if (this.edges.nobodySeen) {
          throw new OperatorError(
            'edges_unseen',
            'No edge says which keys it uses, as where Redis was started anew and no edge has reached it since.',
            `See that edges run and reach their Redis. Where there are none, say --without ${EVERY_EDGE}.`,
          );
        }
        throw new OperatorError(
          'keys_not_taken_over',
          `Not every edge has gone over to its new keys: ${missing.join('; ')}.`,
          'Nothing is lost: both keys are accepted. An edge that joined from another machine is handed them by admit-edge and join-edge --renew; of one that is gone for good say --without NAME. Then run the command again, which goes on here.',
        );
      }
      await pause(POLL_INTERVAL_MS);
    }
  }

  private async takenOver(name: ProcessName, settings: Settings): Promise<void> {
    const { KEYS_METRIC, keyFingerprint } = await builtModule<Fingerprints>(
      'services/shared/nest-kit/dist/config/key-fingerprint.js',
    );
    const wanted = keyFingerprint(settings);
    const until = performance.now() + (name === 'edge' ? this.options.edgesMs : SERVICE_MS);
    for (let why = ''; ; await pause(POLL_INTERVAL_MS)) {
      try {
        const text = await metricsOf(this.installation, name);
        const [, used] = new RegExp(`^${KEYS_METRIC}{.*fingerprint="(\\w+)"`, 'm').exec(text) ?? [];
        if (used === wanted) return;
        why =
          used === undefined
            ? 'it follows no file of keys (PALISADE_KEYS_FILE), or has gone over in part (see its log)'
            : 'it uses those before';
      } catch (error) {
        why = `it does not answer: ${describe((error as Error).cause ?? error)}`;
      }
      if (performance.now() > until) {
        throw new OperatorError(
          'keys_not_taken_over',
          `${name} has not gone over to its new keys: ${why}.`,
          `See that it runs, and its log. Nothing is lost: both keys are accepted. Then run the command again, which goes on here.`,
        );
      }
    }
  }
}
