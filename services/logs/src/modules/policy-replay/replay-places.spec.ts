import { ReplayPlaces } from './replay-places.ts';

const LIMITS = { places: 2, waiting: 3, waitMs: 50, rememberMs: 60_000 };
const seated = async (limits = {}) => {
  const places = new ReplayPlaces({ ...LIMITS, waitMs: 60_000, ...limits });
  for (const asker of ['a', 'b']) expect(await places.take(asker)).toBe('taken');
  return places;
};

it('those who ask again at once do not keep others out', async () => {
  const places = await seated();
  const order: string[] = [];
  const ask = async (asker: string) => {
    expect(await places.take(asker)).toBe('taken');
    order.push(asker);
  };
  const asked = [ask('c')];
  // Both have had their place, and are back before it is free.
  for (const asker of ['a', 'b']) asked.push(ask(asker));
  places.release();
  await asked[0];
  expect(order).toEqual(['c']);
  places.release();
  places.release();
  await Promise.all(asked);
  expect(order).toEqual(['c', 'a', 'b']);
});

it('an asker that was told to come again is before those who came later', async () => {
  const places = await seated({ waitMs: 20 });
  expect(await places.take('c')).toBe('busy');
  const order: string[] = [];
  const asked = ['d', 'c'].map((asker) => places.take(asker).then((got) => order.push(`${asker} ${got}`)));
  places.release();
  places.release();
  await Promise.all(asked);
  expect(order).toEqual(['c taken', 'd taken']);
});

it('the line is bounded, and forgets those who do not come again', async () => {
  const places = await seated({ waitMs: 10, rememberMs: 100 });
  const three = await Promise.all(['c', 'd', 'e'].map((asker) => places.take(asker)));
  expect(three).toEqual(['busy', 'busy', 'busy']);
  expect(await places.take('f')).toBe('full');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await places.take('f')).toBe('busy');
});

it('a place that nobody waits for is free again', async () => {
  const places = await seated();
  places.release();
  expect(await places.take('c')).toBe('taken');
});

it('an asker that has gone leaves the line, and takes no place', async () => {
  const places = await seated({ waiting: 1 });
  const left = new AbortController();
  const asked = places.take('c', left.signal);
  expect(await places.take('d')).toBe('full');
  left.abort();
  expect(await asked).toBe('busy');
  expect(await places.take('e', left.signal)).toBe('busy');
  const next = places.take('d');
  places.release();
  expect(await next).toBe('taken');
});
