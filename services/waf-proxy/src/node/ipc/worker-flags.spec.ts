import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKER_FLAGS } from './worker-flags.ts';

describe('the flags of a worker', () => {
  it('are those with which its longest stretches are measured', () => {
    const root = path.join(import.meta.dirname, '../../../../..');
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const young = WORKER_FLAGS.find((flag) => flag.startsWith('--max-semi-space-size='));
    expect(young).toBeDefined();
    expect(scripts['waf:slices']!.split(' ')).toContain(young);
  });
});
