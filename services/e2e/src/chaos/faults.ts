import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, type startTestKafka } from '@palisade/testing';
import { Ballast } from '../small-disk.ts';
import type { Stack } from '../stack.ts';

export type TestKafka = Awaited<ReturnType<typeof startTestKafka>>;

/**
 * What a fault may cost visitors: nothing; what is under way in the process that it hits; or all, where the only edge of the
 * launcher's topology is asked to go, which is what a second one and a balancer are for.
 */
type VisitorsCost = 'nothing' | 'what is under way' | 'all';

/** A fault of one process, in steps; visitors send requests meanwhile. */
export interface Fault {
  process: string;
  what: string;
  costs: VisitorsCost;
  begin(): Promise<void>;
  /** Brings the process back where nothing else does, and waits until it is. */
  end(): Promise<void>;
}

export const SERVICES = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'] as const;
const ASKED_TO_END = 'asked to end';
/** Of the launcher's ports: the edge's own, for its operator. */
const EDGE_ADMIN = 10;

/** The disk of all: databases, spools, logs. */
export function diskFull(stack: Stack): Fault {
  let ballast: Ballast;
  return {
    process: 'disk',
    what: 'full',
    costs: 'nothing',
    begin: async () => {
      ballast = new Ballast(stack.dataDirectory);
      ballast.fill();
    },
    end: async () => ballast.remove(),
  };
}

/** To billing, its network is cut: calls get no answer, but are still executed later. */
function payPalHangs(stack: Stack): Fault {
  let pid = 0;
  return {
    process: 'paypal',
    what: 'stands still',
    costs: 'nothing',
    begin: async () => {
      // If it were killed, it would forget the calls that it has accepted.
      pid = stack.pid('paypal-stand-in');
      process.kill(pid, 'SIGSTOP');
    },
    end: async () => resumeProcess(pid),
  };
}

interface Target {
  name: string;
  pid(): Promise<number> | number;
  /** What asks it to end. */
  ends: NodeJS.Signals;
}

/** A process that hangs is worse than one that is gone: each does both. */
export function hangsAndDies(stack: Stack, kafka: TestKafka | null): Fault[] {
  const targets = [...standsOn(stack), ...services(stack)].map((target): Fault => {
    let pid = 0;
    return {
      process: target.name,
      what: 'hangs, then is killed',
      costs: 'nothing',
      begin: async () => {
        pid = await target.pid();
        process.kill(pid, 'SIGSTOP');
      },
      end: async () => void process.kill(pid, 'SIGKILL'),
    };
  });
  const kafkas: Fault[] =
    kafka === null
      ? []
      : [
          {
            process: 'kafka',
            what: 'hangs, then is killed',
            costs: 'nothing',
            begin: kafka.freeze,
            end: kafka.restart,
          },
        ];
  return [...targets.slice(0, 2), ...kafkas, ...targets.slice(2)];
}

/** Each process of the topology is killed, suspended and resumed, and stopped by a signal. */
export function everyFault(stack: Stack, kafka: TestKafka | null): Fault[] {
  const behind = [...standsOn(stack), ...services(stack)].flatMap((target) => faultsOf(target, 'nothing'));
  const bus: Fault[] =
    kafka === null
      ? []
      : [
          { process: 'kafka', what: 'killed', costs: 'nothing', begin: kafka.kill, end: kafka.restart },
          {
            process: 'kafka',
            what: 'stands still',
            costs: 'nothing',
            begin: kafka.freeze,
            end: kafka.thaw,
          },
        ];
  const edge = faultsOf({ name: 'edge', pid: () => stack.pid('edge'), ends: 'SIGTERM' }, 'what is under way');
  const worker = faultsOf(
    { name: 'edge worker', pid: () => edgeWorker(stack), ends: 'SIGTERM' },
    'what is under way',
  );
  const [killed, standsStill, goes] = edge;
  return [
    ...behind,
    ...bus,
    payPalHangs(stack),
    killed!,
    standsStill!,
    { ...goes!, costs: 'all' },
    ...worker,
  ];
}

/** Each service ends in order, and is started again by the launcher. */
export const asksServicesToEnd = (stack: Stack): Fault[] =>
  services(stack).map((target) => faultsOf(target, 'nothing').find(({ what }) => what === ASKED_TO_END)!);

function faultsOf(target: Target, costs: VisitorsCost): Fault[] {
  let pid = 0;
  const send = async (signal: NodeJS.Signals): Promise<void> => {
    pid = await target.pid();
    process.kill(pid, signal);
  };
  const fault = { process: target.name, costs };
  const replaced = (): Promise<void> =>
    eventually(`another ${target.name}`, async () => {
      if ((await target.pid()) === pid) throw new Error(`still process ${pid}`);
    });
  return [
    { ...fault, what: 'killed', begin: () => send('SIGKILL'), end: replaced },
    { ...fault, what: 'stands still', begin: () => send('SIGSTOP'), end: async () => resumeProcess(pid) },
    { ...fault, what: ASKED_TO_END, begin: () => send(target.ends), end: replaced },
  ];
}

function resumeProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch (error) {
    // A watchdog may have replaced what stood still.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function standsOn(stack: Stack): Target[] {
  return [
    { name: 'redis', pid: () => stack.pid('redis'), ends: 'SIGTERM' },
    // SIGTERM would wait until everybody has gone.
    { name: 'postgres', pid: () => postgres(stack), ends: 'SIGINT' },
  ];
}

const services = (stack: Stack): Target[] =>
  SERVICES.map((name) => ({ name, pid: () => stack.pid(name), ends: 'SIGTERM' }));

function postgres(stack: Stack): number {
  const file = path.join(stack.dataDirectory, 'postgres', 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

async function edgeWorker(stack: Stack): Promise<number> {
  const health = await fetch(`http://127.0.0.1:${stack.internalPort + EDGE_ADMIN}/health`);
  return ((await health.json()) as { workers: { pid: number }[] }).workers[0]!.pid;
}
