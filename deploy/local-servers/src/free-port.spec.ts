import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { freePort, freePorts } from './free-port.ts';

const claimOf = (port: number) => path.join(tmpdir(), 'palisade-ports', String(port));

describe('freePort', () => {
  // Each call looks at one port first.
  const draw = (ports: number[], count = 1) => {
    const random = jest.spyOn(Math, 'random');
    for (const port of ports) random.mockReturnValueOnce((port - 24_000 + 0.5) / (8_001 - count));
  };
  afterEach(() => jest.restoreAllMocks());

  it('gives no port twice, and none that outgoing connections are given', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(new Set(ports).size).toBe(50);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it('leaves alone what another process has claimed, until that has ended', async () => {
    const [port, next] = [await freePort(), await freePort()];
    for (const one of [port, next]) rmSync(claimOf(one));
    writeFileSync(claimOf(port), String(process.ppid));
    draw([port, next]);
    expect(await freePort()).toBe(next);

    rmSync(claimOf(next));
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(claimOf(port), String(pid));
    draw([port]);
    expect(await freePort()).toBe(port);
  });

  it('finds a run of ports where earlier processes have left claims everywhere', async () => {
    const first = await freePorts(20);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    for (let port = first; port < first + 20; port++) writeFileSync(claimOf(port), String(pid));
    draw([first], 20);
    expect(await freePorts(20)).toBe(first);
  });

  it('gives ports that follow one another, and lets go of a run that has a gap', async () => {
    // Of a run of its own, the last stays taken: what is before it is nobody else's.
    const first = await freePorts(6);
    const next = await freePorts(20);
    for (let port = next; port < next + 20; port++) rmSync(claimOf(port));
    for (let port = first; port < first + 5; port++) rmSync(claimOf(port));
    draw([first, next], 20);
    expect(await freePorts(20)).toBe(next);
    expect(existsSync(claimOf(first))).toBe(false);
    expect(existsSync(claimOf(next + 19))).toBe(true);
  });

  it('leaves alone what is in use', async () => {
    const [port, next] = [await freePort(), await freePort()];
    for (const one of [port, next]) rmSync(claimOf(one));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    draw([port, next]);
    expect(await freePort()).toBe(next);
    expect(existsSync(claimOf(port))).toBe(false);
    server.close();
  });
});
