import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOperatorRules } from './operator-rule-set.ts';

describe('rules of the operator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-rules-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compiles the setup, what it includes, and the folder with the phrase files beside its rules', () => {
    const rules = path.join(folder, 'rules');
    mkdirSync(rules);
    const setup = path.join(folder, 'setup.conf');
    writeFileSync(setup, 'SecRuleEngine On\nInclude more/*.inc\n');
    mkdirSync(path.join(folder, 'more'));
    writeFileSync(path.join(folder, 'more', 'a.inc'), 'SecAction "id:1,phase:1,pass,nolog"\n');
    writeFileSync(path.join(rules, 'words.data'), 'forbidden\n');
    writeFileSync(path.join(rules, '1.conf'), 'SecRule ARGS "@pmFromFile words.data" "id:2,phase:2,deny"\n');
    expect(compileOperatorRules({ directory: rules, setup }).ruleCount).toBe(2);
  });

  it('refuses a folder without rules', () => {
    expect(() => compileOperatorRules({ directory: path.join(folder, 'none'), setup: null })).toThrow(
      'no rules',
    );
  });
});
