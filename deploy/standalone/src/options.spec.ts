import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions, UsageError } from './options.ts';

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const options = readOptions(args, env, '/nowhere');
  if (options === null) throw new Error('the help text was asked for');
  return options;
};

describe('launcher options', () => {
  it('starts everything on the ports that the README names', () => {
    const { ports, components, workers } = read([]);
    expect(ports).toEqual({
      dashboard: 8080,
      edgeHttp: 8081,
      edgeHttps: 8443,
      dnsPanel: 8082,
      inbox: 8083,
      paypal: 8084,
      internal: 18_000,
    });
    expect([...components]).toEqual(['postgres', 'redis', 'dns', 'origin', 'control', 'edge']);
    expect(workers).toBe(2);
  });

  it('lets nobody but this machine in, unless told', () => {
    expect(read([]).edgeBind).toBe('127.0.0.1');
    expect(read(['--edge-bind', '0.0.0.0']).edgeBind).toBe('0.0.0.0');
    expect(read([], { PALISADE_EDGE_BIND: '::' }).edgeBind).toBe('::');
    expect(() => read(['--edge-bind', 'everybody'])).toThrow(UsageError);
  });

  it('evaluates alert rules as often as the log service does by itself, unless told', () => {
    expect(read([]).alertSeconds).toBeNull();
    expect(read(['--alert-seconds', '5']).alertSeconds).toBe(5);
    expect(() => read(['--alert-seconds', '601'])).toThrow(UsageError);
  });

  it('starts the PostgreSQL that comes with npm, unless told another that is there', () => {
    expect(read([]).postgresPrograms).toBeNull();
    const folder = mkdtempSync(path.join(tmpdir(), 'palisade-programs-'));
    try {
      expect(() => read(['--postgres', folder])).toThrow('no initdb or postgres');
      for (const program of ['initdb', 'postgres']) writeFileSync(path.join(folder, program), '');
      expect(read([], { PALISADE_POSTGRES_PROGRAMS: folder }).postgresPrograms).toBe(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('brings the demo to life where all of it runs, unless told otherwise', () => {
    expect(read([]).demoTraffic).toBe(true);
    expect(read(['--demo-traffic', 'off']).demoTraffic).toBe(false);
    expect(read([], { PALISADE_DEMO_TRAFFIC: 'off' }).demoTraffic).toBe(false);
    expect(read(['--components', 'edge,origin']).demoTraffic).toBe(false);
    expect(() => read(['--demo-traffic', 'some'])).toThrow(UsageError);
  });

  it('has the edge speak HTTP/3, unless told otherwise', () => {
    expect(read([]).http3).toBe(true);
    expect(read(['--http3', 'off']).http3).toBe(false);
    expect(read([], { PALISADE_HTTP3: 'off' }).http3).toBe(false);
    expect(() => read(['--http3', '2'])).toThrow(UsageError);
  });

  it('keeps the data of a root whose checkout nobody else can enter where PostgreSQL reaches them', () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'palisade-closed-'));
    const usual = path.join(closed, '.palisade');
    try {
      const { dataDirectory, defaultDirectory } = readOptions([], {}, closed)!;
      const isRoot = process.getuid?.() === 0;
      expect(defaultDirectory).toBe(isRoot ? usual : null);
      expect(dataDirectory === usual).toBe(!isRoot);
      expect(readOptions(['--data', usual], {}, closed)).toMatchObject({
        dataDirectory: usual,
        defaultDirectory: null,
      });
    } finally {
      rmSync(closed, { recursive: true });
    }
  });

  it('moves all ports by one offset, so that copies run side by side', () => {
    const { ports } = read(['--port-offset', '100', '--port', '9000']);
    expect(ports).toMatchObject({ dashboard: 9100, edgeHttp: 8181, internal: 18_100 });
  });

  it('reads the environment, and lets a flag win over it', () => {
    const env = { PALISADE_PORT: '9001', PALISADE_DATA: '/data', PALISADE_WORKERS: '4' };
    expect(read(['--workers', '3'], env)).toMatchObject({
      workers: 3,
      dataDirectory: '/data',
      ports: { dashboard: 9001 },
    });
  });

  it.each([
    [['--port', 'eighty']],
    [['--port', '-1']],
    [['--components', 'edge,moat']],
    [['--bogus']],
    [['extra']],
  ])('refuses %j in words', (args) => {
    expect(() => read(args)).toThrow(UsageError);
  });
});
