import { proveApi } from './api-proof/campaigns.ts';
import { Stack } from './stack.ts';

/** The short form of `npm run prove:api`: always the same calls, so that a failure is one of the change at hand. */
describe('the API as described', () => {
  const stack = new Stack();

  beforeAll(() => stack.start('--rate-limit', '1000000', '--workers', '1'), 180_000);
  afterAll(() => stack.dispose());

  it('answers made-up calls as its description says', async () => {
    const { calls, failures } = await proveApi(
      stack,
      { phases: ['fuzzing'], examples: 3, seed: 1, brief: true },
      () => undefined,
    );
    if (failures !== '') throw new Error(`${failures}\nThe long form is npm run prove:api.`);
    expect(calls).toBeGreaterThan(200);
  }, 400_000);
});
