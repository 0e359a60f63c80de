import { jest } from '@jest/globals';
import { EdgeAcknowledgements } from './edge-acknowledgements.ts';
import type { EdgeReport, Reports } from './edge-board.ts';

const ALIVE_MS = 17_000;
let nowMs = 0;
let reports: Reports;
const board = {
  read: async () => reports,
  fingerprintOf: async (settings: Readonly<Record<string, string | undefined>>) => settings.KEY!,
};
const report = (node: string, fingerprint: string): EdgeReport => ({
  ...{ node, version: '9', silentMs: 0 },
  keys: { fingerprint, behindSeconds: 0 },
});
const say = (nodes: EdgeReport[], unreadable: string[] = []) => {
  reports = { nodes, unreadable, aliveMs: ALIVE_MS };
};
const missingOf = (edges: EdgeAcknowledgements) => edges.missing({ KEY: 'new' });

beforeEach(() => {
  nowMs = 100_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => jest.restoreAllMocks());

describe('edges', () => {
  it('have all gone over once each says so', async () => {
    const edges = new EdgeAcknowledgements(board, []);
    say([report('a', 'new'), report('b', 'old')]);
    expect(await missingOf(edges)).toEqual(['b uses those before']);
    say([report('a', 'new'), report('b', 'new')]);
    expect(await missingOf(edges)).toEqual([]);
    expect(edges.nobodySeen).toBe(false);
  });

  it('have not where nobody is seen, but for who does not ask', async () => {
    const edges = new EdgeAcknowledgements(board, []);
    say([]);
    expect(await missingOf(edges)).toEqual(['no edge says how it is']);
    expect(edges.nobodySeen).toBe(true);
    expect(await missingOf(new EdgeAcknowledgements(board, ['all']))).toEqual([]);
  });

  it('have not where one says what is not understood, unless it is left out by its name', async () => {
    say([report('a', 'new')], ['b']);
    expect(await missingOf(new EdgeAcknowledgements(board, []))).toEqual([
      'b says what this version does not understand',
    ]);
    expect(await missingOf(new EdgeAcknowledgements(board, ['b']))).toEqual([]);
  });

  it('are waited for after the board was empty, or another has come, though each that is there says so', async () => {
    const edges = new EdgeAcknowledgements(board, []);
    say([]);
    await edges.poll();
    say([report('a', 'new')]);
    expect(await missingOf(edges)).toEqual(['edges may still be missing: the board has just changed']);
    nowMs += 5_000;
    say([report('a', 'new'), report('b', 'old')]);
    expect(await missingOf(edges)).toEqual(['b uses those before']);
    say([report('a', 'new'), report('b', 'new')]);
    expect(await missingOf(edges)).toHaveLength(1);
    nowMs += ALIVE_MS;
    expect(await missingOf(edges)).toEqual([]);
  });

  it('that Redis has forgotten are waited for, as long as one that is alive may take to report', async () => {
    const edges = new EdgeAcknowledgements(board, []);
    say([report('a', 'old'), report('b', 'old')]);
    await edges.poll();
    say([]);
    expect(await missingOf(edges)).toHaveLength(1);
    nowMs += 5_000;
    say([report('a', 'new')]);
    expect(await missingOf(edges)).toEqual(['b has just gone from the board']);
    nowMs += 5_000;
    say([report('a', 'new'), report('b', 'old')]);
    expect(await missingOf(edges)).toEqual(['b uses those before']);
    // It was told to stop.
    say([report('a', 'new')]);
    expect(await missingOf(edges)).toHaveLength(1);
    nowMs += ALIVE_MS;
    expect(await missingOf(edges)).toEqual([]);
  });
});
