import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ASVS_FILE, countsIn, countsOf, requirementsIn, STATES } from './asvs.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Of the standard, version 5.0.0. */
const REQUIREMENTS = { 1: 70, 2: 183 };

describe('the table of ASVS requirements', () => {
  const text = readFileSync(ASVS_FILE, 'utf8');
  const requirements = requirementsIn(text);

  it('has each requirement of both levels once', () => {
    const ofLevel = (level: string) => requirements.filter((row) => row.level === level).length;
    expect({ 1: ofLevel('1'), 2: ofLevel('2') }).toEqual(REQUIREMENTS);
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  });

  it('knows four states, and names what is missing where something is', () => {
    expect(requirements.filter(({ state }) => !STATES.includes(state))).toEqual([]);
    expect(requirements.filter(({ state, note }) => state !== 'met' && note === '–')).toEqual([]);
    expect(requirements.filter(({ state, where }) => state === 'met' && where === '–')).toEqual([]);
  });

  it('names only files and folders that are there', () => {
    const named = requirements.flatMap(({ where, test }) => [...`${where} ${test}`.matchAll(/`([^`]+)`/g)]);
    expect(named.length).toBeGreaterThan(requirements.length);
    const gone = named.flatMap(([, name]) => (existsSync(path.join(ROOT, name ?? '')) ? [] : [name]));
    expect(gone).toEqual([]);
  });

  it('counts at its top what stands in it (node tools/asvs.mjs)', () => {
    expect(countsIn(text)).toBe(countsOf(requirements));
  });
});
