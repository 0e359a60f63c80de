import { parseAddress } from '../../io/addresses/client-address.ts';
import { RequestLifetime } from '../../request/request-lifetime.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { judgeRest } from './beyond-inspection.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';
import { RuleTurns } from './rule-turns.ts';

function asked(headerSlices: number, bodySlices: number, body: string) {
  const rules = fakeRuleSet({ slices: [headerSlices, bodySlices, 1, 1] }).withOverlay({});
  const lifetime = new RequestLifetime();
  const context = {
    requestId: 'r',
    connection: { remotePort: 1, localAddress: '::1', localPort: 1 },
    client: parseAddress('192.0.2.1')!,
    method: 'POST',
    rawTarget: '/',
    protocol: 'HTTP/1.1',
    rawHeaders: [],
    heldBody: [Buffer.from(body)],
    site: { rules },
    action: EdgeAction.ALLOW,
    transaction: null,
    finished: false,
    lifetime,
  } as unknown as InspectedRequest;
  const edge = { ruleTurns: new RuleTurns() } as unknown as InspectionServices;
  return { context, lifetime, answer: () => judgeRest(context, edge, 'body') };
}

describe('what goes on uninspected', () => {
  it('is judged at once where that takes one slice', () => {
    expect(asked(1, 1, 'fine').answer()).toBeNull();
    expect(asked(1, 1, 'attack').answer()).toMatchObject({ status: 403 });
  });

  it.each([
    [3, 1],
    [1, 3],
    [3, 3],
  ])('leaves the event loop to others between slices: %d and %d', async (header, body) => {
    for (const [text, verdict] of [
      ['fine', null],
      ['attack', { status: 403 }],
    ] as const) {
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        if (isOver) return;
        turns++;
        setImmediate(count);
      };
      const { answer } = asked(header, body, text);
      const promise = answer();
      setImmediate(count);
      const found = await promise;
      isOver = true;
      if (verdict === null) expect(found).toBeNull();
      else expect(found).toMatchObject(verdict);
      expect(turns).toBeGreaterThanOrEqual(header + body - 3);
    }
  });

  it('waits for nobody who has left', async () => {
    const { answer, lifetime } = asked(1, 1_000_000_000, 'fine');
    const promise = answer();
    lifetime.abandon();
    expect(await promise).toMatchObject({ reason: 'client_left', drop: true });
  });
});
