import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judgeArchive, judgeTools, judgeWaitingLog } from './backups.ts';
import { judge as judgeClock } from './clock.ts';
import { judge as judgeDisk, judgeLoad } from './machine.ts';
import { judgeRole } from './postgres.ts';
import { judgeKeys, judgeProxies } from './services.ts';
import { judge as judgeCertificate } from './tls.ts';

describe('what is well, to be watched, and wrong', () => {
  it.each([
    [0, 'ok'],
    [-2_500, 'warning'],
    [16_000, 'error'],
  ])('a clock that is %i ms apart: %s', (skew, status) => {
    expect(judgeClock('Redis', skew).status).toBe(status);
  });

  it.each([
    [60, 'ok'],
    [20, 'warning'],
    [6, 'error'],
    [-1, 'error'],
  ])('a certificate with %i days left: %s', (left, status) => {
    expect(judgeCertificate('palisade.test', left).status).toBe(status);
  });

  it.each([
    [0.5, 'ok'],
    [0.1, 'warning'],
    [0.01, 'error'],
  ])('a disk with %d of it free: %s', (share, status) => {
    expect(judgeDisk('disk', share, '').status).toBe(status);
  });

  it.each([
    [3, 2, 'machine.load'],
    [64, 2, 'machine.busy'],
    [64, 32, 'machine.load'],
  ])('a load of %i on %i cores: %s', (load, cores, code) => {
    expect(judgeLoad(load, cores).code).toBe(code);
  });

  it.each([
    [Object.assign(new Error('password authentication failed'), { code: '28P01' }), 'postgres.role_refused'],
    [new Error('timeout expired'), 'postgres.role_unanswered'],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'postgres.role_unanswered'],
  ])('a role that does not come in, for %s: %s', (error, code) => {
    expect(judgeRole('auth', error).code).toBe(code);
  });

  it.each([
    ['reserved', 16 * 2 ** 20, 'backups.log_stored'],
    ['extended', 3 * 2 ** 30, 'backups.log_not_stored'],
    ['unreserved', 3 * 2 ** 30, 'backups.log_lost'],
    ['lost', Number.NaN, 'backups.log_lost'],
  ])('log that waits to be stored, %s, %d bytes: %s', (status, bytes, code) => {
    expect(judgeWaitingLog({ status, bytes }).code).toBe(code);
  });

  it.each([
    [{ isOurs: true, isKept: true }, []],
    [{ isOurs: true, isKept: false }, ['backups.log_not_kept']],
    [{ isOurs: false, isKept: false }, ['backups.log_of_another']],
    [{ isOurs: false, isKept: true }, ['backups.log_of_another']],
  ])('the log that was stored, %o: %o', (found, codes) => {
    expect(judgeArchive('/backups', found).map(({ code }) => code)).toEqual(codes);
  });

  it('a proxy that the gateway does not believe, by the address that is missing', () => {
    const help = '# TYPE palisade_unbelieved_proxy_requests_total counter\n';
    const counted = 'palisade_unbelieved_proxy_requests_total{address="172.21.0.1"} 7\n';
    expect(judgeProxies(`${help}up 1\n`)).toEqual([]);
    expect(judgeProxies(`${help}${counted}up 1\n`)).toMatchObject([
      { status: 'warning', code: 'services.proxy_not_believed', todo: expect.stringContaining('172.21.0.1') },
    ]);
  });

  it('keys that a process does not go over to, once workers have had time to be replaced', () => {
    const behind = (seconds: number) => `# HELP\npalisade_keys_behind_seconds{node="edge-1"} ${seconds}\n`;
    expect([judgeKeys('edge', ''), judgeKeys('edge', behind(59))]).toEqual([[], []]);
    expect(judgeKeys('edge', behind(300.4))).toMatchObject([
      {
        status: 'error',
        code: 'services.keys_behind',
        text: expect.stringContaining('edge has newer keys for 300 s'),
      },
    ]);
    expect(judgeKeys('auth', 'palisade_keys_behind_seconds 61\n')).toHaveLength(1);
  });

  it('programs for backups that are missing, or of an older PostgreSQL than the server', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palisade-tools-'));
    try {
      for (const name of ['pg_dump', 'pg_restore', 'psql']) {
        writeFileSync(path.join(folder, name), '#!/bin/sh\necho "pg_dump (PostgreSQL) 981.2"\n');
        chmodSync(path.join(folder, name), 0o755);
      }
      const environment = { PALISADE_POSTGRES_TOOLS: folder, PATH: '' };
      expect((await judgeTools(981, environment)).code).toBe('backups.tools');
      expect(await judgeTools(982, environment)).toMatchObject({
        code: 'backups.tools_missing',
        status: 'warning',
        text: expect.stringContaining('version 982 or newer') as string,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
