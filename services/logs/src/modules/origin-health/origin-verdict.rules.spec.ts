import { originVerdict } from './origin-verdict.rules.ts';

const seen = (node: string, origin: string, healthy: boolean, checkedAtMs: number) => ({
  ...{ node, origin, healthy, checkedAtMs },
  ...{ status: healthy ? 200 : 0, problem: '', latencyMs: 0 },
});

describe('what health checks say of a site', () => {
  it('is nothing where none was made', () => {
    expect(originVerdict([])).toBeNull();
    expect(originVerdict([seen('a', 'x', true, 0)])).toBeNull();
  });

  it('is that it is up while one origin answers one node', () => {
    expect(
      originVerdict([seen('a', 'x', false, 30), seen('a', 'spare', true, 20), seen('b', 'x', false, 10)]),
    ).toEqual({ healthy: true, atMs: 30 });
  });

  it('is that it is down when no node reaches any origin', () => {
    expect(originVerdict([seen('a', 'x', false, 30), seen('b', 'x', false, 40)])).toEqual({
      healthy: false,
      atMs: 40,
    });
  });
});
