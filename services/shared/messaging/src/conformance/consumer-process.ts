// A consumer to be killed. It appends one line per event to a file when it begins with it and one when it is done:
//   begin <key> <seq> | done <key> <seq>
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BusConfig, openBus } from './bus-under-test.ts';

export interface ConsumerTask {
  bus: BusConfig;
  group: string;
  file: string;
  /** How long each event takes. */
  workMs: number;
  /** On an event with this sequence number the process ends at once. */
  crashOn?: number;
}

const task = JSON.parse(process.argv[2] ?? '') as ConsumerTask;
const bus = openBus(task.bus);
await bus.subscribe({
  group: task.group,
  registrations: {
    'domains.domain_changed.v1': {
      mode: 'single',
      handle: async ({ payload }) => {
        const line = `${payload.domainId} ${payload.configVersion}\n`;
        appendFileSync(task.file, `begin ${line}`);
        if (Number(payload.configVersion) === task.crashOn) process.kill(process.pid, 'SIGKILL');
        await sleep(task.workMs);
        appendFileSync(task.file, `done ${line}`);
      },
    },
  },
});
