import { askNeeds } from './readiness.ts';

describe('what a service needs', () => {
  it('is there, away, or does not answer, which is away too', async () => {
    const needs = [
      { name: 'database', check: () => Promise.resolve() },
      { name: 'bus', check: () => Promise.reject(new Error('refused')) },
      { name: 'disk', check: () => new Promise<void>(() => undefined) },
    ];
    expect([...(await askNeeds(needs, 10))]).toEqual([
      ['database', true],
      ['bus', false],
      ['disk', false],
    ]);
  });
});
