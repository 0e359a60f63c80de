import { jest } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import type { CustomRule } from '../../../../shared/api/types.ts';
import { fakeWorkers } from '../../../../testing/fake-workers.ts';
import '../../../../testing/query-timeout.ts';
import { findingTexts } from './find-idle-rules.ts';
import { emptyRule } from './rule-values.ts';
import { useRuleFindings } from './use-rule-findings.ts';

const rule = (id: string, path: string): CustomRule => ({
  ...emptyRule(),
  id,
  name: id,
  enabled: true,
  conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: [path] }],
});
const shadowed = [rule('wide', '/a'), rule('narrow', '/a/b')];
const apart = [rule('wide', '/a'), rule('other', '/c')];

let answer: (rules: CustomRule[]) => unknown = findingTexts;
const made = fakeWorkers((rules) => answer(rules));
beforeEach(() => {
  answer = findingTexts;
});

it('tells of rules that do nothing what a worker has found', async () => {
  const { result } = renderHook(useRuleFindings, { initialProps: shadowed });
  expect(result.current.size).toBe(0);
  await waitFor(() => expect([...result.current.keys()]).toEqual(['narrow']));
  expect(made).toEqual([expect.objectContaining({ asked: [shadowed], isEnded: true })]);
});

it('ends the search of rules that have changed meanwhile', async () => {
  answer = () => new Promise(() => undefined);
  const { rerender } = renderHook(useRuleFindings, { initialProps: shadowed });
  await waitFor(() => expect(made[0]?.asked).toHaveLength(1));
  rerender(apart);
  expect(made[0]?.isEnded).toBe(true);
  await waitFor(() => expect(made[1]?.asked).toEqual([apart]));
  expect(made[1]?.isEnded).toBe(false);
});

it('says nothing of the rules where the search fails', async () => {
  const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = findingTexts;
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new Error('refused');
      }
    },
  });
  const { result } = renderHook(useRuleFindings, { initialProps: shadowed });
  await waitFor(() => expect(warnings).toHaveBeenCalled());
  expect(result.current.size).toBe(0);
  warnings.mockRestore();
});
