import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readToldSettings, writeKeyFiles, writeToldSettings } from '../../config/told-settings.ts';
import { CONTAINER_USER, writeVolumes } from '../../config/volumes.ts';
import { PROCESSES } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { metricsOf } from '../base/processes.ts';
import { runCommand } from '../base/run-command.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';

/** How long processes may take to go over to new keys; an edge lets each of its workers finish what it does first. */
const TAKEN_OVER_MS = { service: 30000, edge: 240000 };
const LOOK_EVERY_MS = 250;
const ALL_USERS = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
/** Brings keys to the processes, and sees that each of them has gone over to them. */
export class HandOut {
  installation;
  options;
  constructor(installation, options) {
    this.installation = installation;
    this.options = options;
    const { kind, folder } = installation;
    if (kind === 'containers' && options.command === null && !existsSync(path.join(folder, 'auth'))) {
      throw new OperatorError(
        'hand_out_unknown',
        `The processes do not read their keys from ${folder}.`,
        'Say with --hand-out COMMAND how they get them, such as: main.js kubernetes FOLDER | kubectl apply -f -',
      );
    }
  }
  /** @throws OperatorError `keys_not_taken_over`, `hand_out_failed` */
  async everywhere(secrets) {
    const told = await this.write(secrets);
    const { command, settleMs } = this.options;
    if (command !== null) {
      await runCommand(command, 'hand_out_failed');
      await pause(settleMs);
      return;
    }
    await Promise.all(PROCESSES.map((name) => this.takenOver(name, told[name] ?? {})));
  }
  async write(secrets) {
    const { kind, folder } = this.installation;
    if (kind === 'containers') {
      const owner = ALL_USERS.uid === 0 ? CONTAINER_USER : ALL_USERS;
      return await writeVolumes(folder, this.options.environment, owner);
    }
    const servers = this.installation.servers(secrets);
    const keys = writeKeyFiles(folder, secrets, servers);
    const before = readToldSettings(folder);
    const settings = Object.fromEntries(
      Object.entries(before.settings).map(([name, told]) => [name, { ...told, ...keys[name] }]),
    );
    const redisUrls = {
      bus: servers.redis('operator', 'bus'),
      edge: servers.redis('operator', 'edge'),
      queues: servers.redis('operator', 'queues'),
    };
    writeToldSettings(folder, { ...before, redisUrls, settings });
    return keys;
  }
  async takenOver(name, told) {
    const { KEYS_METRIC, keyFingerprint } = await builtModule(
      'services/shared/nest-kit/dist/config/key-fingerprint.js',
    );
    const wanted = keyFingerprint(told);
    const until = performance.now() + TAKEN_OVER_MS[name === 'edge' ? 'edge' : 'service'];
    for (let why = ''; ; await pause(LOOK_EVERY_MS)) {
      try {
        const text = await metricsOf(this.installation, name);
        const [, used] = new RegExp(`^${KEYS_METRIC}{.*fingerprint="(\\w+)"`, 'm').exec(text) ?? [];
        if (used === wanted) return;
        why = used === undefined ? 'it follows no file of keys (PALISADE_KEYS_FILE)' : 'it uses those before';
      } catch (error) {
        why = `it does not answer: ${describe(error.cause ?? error)}`;
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
