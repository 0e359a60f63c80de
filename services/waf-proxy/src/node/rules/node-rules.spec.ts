import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileNodeRules } from './node-rules.ts';

describe('the rules of a node', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'palisade-node-rules-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(path.join(directory, '1.conf'), 'SecAction "id:1,phase:1,pass,nolog"\n');
  const operatorRules = { directory, setup: null };
  const countOf = (settings: Parameters<typeof compileNodeRules>[0]) =>
    compileNodeRules(settings)?.ruleCount ?? null;

  it('are the operator’s own where there are any, whatever is said of the managed ones', () => {
    expect(countOf({ operatorRules, managedRules: true })).toBe(1);
    expect(countOf({ operatorRules, managedRules: false })).toBe(1);
  });

  it('are the managed ones otherwise, or none', () => {
    expect(countOf({ operatorRules: null, managedRules: true })).toBeGreaterThan(1);
    expect(countOf({ operatorRules: null, managedRules: false })).toBeNull();
  });
});
