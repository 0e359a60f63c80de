import { failure, ok, warning } from '../checks/finding.ts';
import { partitionFindings } from './before.ts';

const smtp = (why: string) => failure('smtp.unreachable', `mail.test does not answer: ${why}`, '');
const auth = failure('services.unreachable', 'auth does not answer: refused', '');
const before = (...errors: { code: string; text: string }[]) => ({ to: '1', at: '', errors });

describe('errors after an upgrade', () => {
  it.each([
    ['of nothing that was looked at before', null, [smtp('refused')], [1, 0]],
    ['that were there before, in other words', before(smtp('refused')), [smtp('timeout after 3 s')], [0, 1]],
    [
      'of another server than before',
      before(failure('smtp.unreachable', 'other.test is away', '')),
      [smtp('x')],
      [1, 0],
    ],
    [
      'of another kind than before',
      before(failure('smtp.login', 'mail.test refuses', '')),
      [smtp('x')],
      [1, 0],
    ],
    ['of services, which may have been stopped for it', before(auth), [auth, smtp('x')], [2, 0]],
    ['beside what is well', before(), [ok('a', 'a'), warning('b', 'b', ''), smtp('x')], [1, 0]],
    ['of which none is left', before(smtp('x')), [ok('smtp.fine', 'mail.test')], [0, 0]],
  ] as const)('%s', (_, known, findings, [since, old]) => {
    const parts = partitionFindings({ findings: [...findings] }, known);
    expect([parts.since.length, parts.before.length]).toEqual([since, old]);
  });
});
