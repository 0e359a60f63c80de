import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { POOL_NAMES, POOLS, type PoolSpec } from '../../io/shares/pools.ts';
import { poolTable } from './pool-table.ts';

const SERVICE = path.resolve(import.meta.dirname, '../../..');
const REPOSITORY = path.resolve(SERVICE, '../..');

describe('the table of pools', () => {
  it('says what the code does', () => {
    expect(readFileSync(path.join(SERVICE, 'POOLS.md'), 'utf8')).toBe(poolTable());
  });

  it.each(Object.entries<PoolSpec>(POOLS))('%s has shares, and a test that names it', (name, spec) => {
    expect(Object.keys(spec.shares).length).toBeGreaterThan(0);
    const file = path.join(REPOSITORY, spec.test);
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(text.includes(name) || text.includes('Object.entries<PoolSpec>(POOLS)')).toBe(true);
  });

  it('has a state of every pool', () => {
    expect(Object.keys(new EdgePools().states()).sort()).toEqual([...POOL_NAMES].sort());
  });
});
