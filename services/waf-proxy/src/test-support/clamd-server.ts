import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export interface ClamdServer {
  /** Path of its socket. */
  address: string;
  /** Bytes that it takes at most for one file. */
  maxBytes: number;
  stop(): Promise<void>;
}

/** What the test signature finds. */
export const TEST_VIRUS = 'PALISADE-TEST-UPLOAD-SIGNATURE';
export const TEST_SIGNATURE = 'Palisade.Test.Upload.UNOFFICIAL';

/** Debian's clamd with one signature of our own, and no other. */
export async function startClamd(maxBytes = 8 * 1024 * 1024): Promise<ClamdServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-clamd-'));
  const address = path.join(folder, 'clamd.sock');
  const pattern = Buffer.from(TEST_VIRUS, 'latin1').toString('hex');
  writeFileSync(path.join(folder, 'test.ndb'), `Palisade.Test.Upload:0:*:${pattern}\n`);
  const config = path.join(folder, 'clamd.conf');
  const lines = [
    `LocalSocket ${address}`,
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    `User ${userInfo().username}`,
    `StreamMaxLength ${maxBytes}`,
    `MaxScanSize ${maxBytes * 2}`,
    `MaxFileSize ${maxBytes * 2}`,
    'Foreground yes',
    'MaxThreads 4',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const child = spawn('clamd', ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await answersPing(address)) return { address, maxBytes, stop };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`clamd does not answer:\n${output}`);
}

function answersPing(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write('zPING\0'));
    socket.on('data', (chunk) => {
      resolve(chunk.toString('latin1').startsWith('PONG'));
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
}
