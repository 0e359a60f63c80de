import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import type { Installation } from '../base/installation.ts';
import { VERSION } from '../base/workspace.ts';
import { type Finding, failure, ok, setting, warning } from './finding.ts';

const GIB = 2 ** 30;
const WARNED_SHARE = 0.15;
const URGENT_SHARE = 0.05;
/** As docker-compose.yml gives the edge: a connection to a visitor and one to the origin for each request under way. */
const WANTED_FILES = 65_536;
const MIN_NODE_MAJOR = 24;
/** So many wait for each core that whoever asks a server may not hear from it in time. */
const BUSY_PER_CORE = 8;

/** Checks the machine, or container, that the command itself runs on. */
export async function checkMachine(installation: Installation): Promise<Finding[]> {
  const edgeData = setting(installation, 'PALISADE_EDGE_DATA_DIR');
  const places = [installation.folder, edgeData].filter((place) => place !== undefined && existsSync(place));
  const disks = await Promise.all([...new Set(places as string[])].map(checkDisk));
  return [checkNode(), ...disks.flat(), checkOpenFiles(), judgeLoad(loadavg()[0]!, availableParallelism())];
}

/** @param load average of the last minute */
export function judgeLoad(load: number, cores: number): Finding {
  const text = `the load is ${load.toFixed(1)} on ${cores} cores`;
  return load / cores < BUSY_PER_CORE
    ? ok('machine.load', text)
    : warning(
        'machine.busy',
        text,
        'See what uses this machine. What does not answer in time, as other lines say, may only be slow: look again then.',
      );
}

function checkNode(): Finding {
  const text = `Palisade ${VERSION} on Node ${process.versions.node}`;
  return Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR
    ? ok('machine.versions', text)
    : failure('machine.node_too_old', text, `Run it on Node ${MIN_NODE_MAJOR} or newer.`);
}

async function checkDisk(place: string): Promise<Finding[]> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(place);
  const free = `${((bavail * bsize) / GIB).toFixed(1)} of ${((blocks * bsize) / GIB).toFixed(1)} GiB free`;
  return [
    judge('disk', bavail / blocks, `${place}: ${free}`),
    // Some file systems count none.
    ...(files > 0 ? [judge('inodes', ffree / files, `${place}: ${ffree} of ${files} inodes free`)] : []),
  ];
}

export function judge(what: 'disk' | 'inodes', share: number, text: string): Finding {
  const todo = 'Make room, or give the volume more: a full disk stops logs first, and then the database.';
  if (share < URGENT_SHARE) return failure(`machine.${what}_full`, text, todo);
  return share < WARNED_SHARE ? warning(`machine.${what}_low`, text, todo) : ok(`machine.${what}`, text);
}

function checkOpenFiles(): Finding {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1] ?? 'unknown';
  const text = `${soft} open files are allowed here`;
  if (soft === 'unlimited' || soft === 'unknown' || Number(soft) >= WANTED_FILES) {
    return ok('machine.open_files', text);
  }
  return warning(
    'machine.open_files_low',
    text,
    `Raise the limit (ulimit -n, LimitNOFILE, ulimits) where an edge runs to ${WANTED_FILES} or more.`,
  );
}
