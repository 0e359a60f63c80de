import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalServerError } from './processes.ts';

/**
 * Below the ports that systems give to outgoing connections (Linux: from 32768). From those, a client that tries again to
 * reach a server that is down can be given the server's own port, is then connected with itself, and the server cannot
 * start any more. And above what `npm start` takes, with an offset too: it claims nothing.
 */
const FIRST = 24_000;
const LAST = 31_999;
const TRIES = 200;
const claims = path.join(tmpdir(), 'palisade-ports');

/**
 * A port on loopback that nobody uses, and that this gives to nobody else while this process lives: what it is for may
 * start later, stop, and start again there.
 *
 * @throws LocalServerError `port_taken`
 */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/**
 * As `freePort`, of `count` ports that follow one another.
 *
 * @returns the first of them
 */
export async function freePorts(count: number): Promise<number> {
  mkdirSync(claims, { recursive: true });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST + 2 - count));
    if (await claimAll(first, count)) return first;
  }
  throw new LocalServerError('port_taken', `none of ${TRIES} ports between ${FIRST} and ${LAST} is free`);
}

async function claimAll(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port++) {
    const isOurs = claim(port);
    if (isOurs && (await isFree(port))) continue;
    for (let claimed = first; claimed < (isOurs ? port + 1 : port); claimed++)
      rmSync(path.join(claims, String(claimed)), { force: true });
    return false;
  }
  return true;
}

/** By a file that only one process can create; what a process that has ended left behind counts for nothing. */
function claim(port: number): boolean {
  const file = path.join(claims, String(port));
  if (create(file)) return true;
  const owner = ownerOf(file);
  if (isAlive(owner)) return false;
  removeClaimOf(owner, file);
  return create(file);
}

function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Others may see the same at the same moment: only one of them can move the file away, and one that has moved away the
 * claim of a successor puts it back.
 */
function removeClaimOf(owner: number, file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

/** 0 while the owner has not written itself down. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 0;
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
