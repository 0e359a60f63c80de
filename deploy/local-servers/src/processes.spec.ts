import { spawn } from 'node:child_process';
import { LocalServerError, untilItAnswers } from './processes.ts';

const node = (script: string) => spawn(process.execPath, ['--eval', script], { stdio: 'ignore' });
const silence = () => Promise.reject(new Error('nobody answers'));

describe('a server that was just started', () => {
  it('is ended where it does not answer in time, so that the next start finds its port', async () => {
    const child = node('setInterval(() => undefined, 1000)');
    const server = { name: 'Redis', child, output: () => '' };
    await expect(untilItAnswers(server, silence, 100)).rejects.toThrow(LocalServerError);
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('that ended tells what it said last', async () => {
    const server = { name: 'Redis', child: node('process.exit(1)'), output: () => 'bad directive' };
    await expect(untilItAnswers(server, silence)).rejects.toThrow('Redis ended at once: bad directive');
  });

  it('is left running once it answers', async () => {
    const child = node('setInterval(() => undefined, 1000)');
    await untilItAnswers({ name: 'Redis', child, output: () => '' }, () => Promise.resolve());
    expect(child.kill()).toBe(true);
  });
});
