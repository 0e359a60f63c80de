import { ShapeSampler, shapeOf } from './shape-sampler.ts';

it('keeps what is rare, and about its rate of what is not', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sampler = new ShapeSampler(random);
  let kept = 0;
  let weight = 0;
  for (let index = 0; index < 100_000; index++) {
    const stands = sampler.weightOf('GET /', 0.01);
    if (stands > 0) kept++;
    weight += stands;
  }
  expect(kept).toBeGreaterThan(900);
  expect(kept).toBeLessThan(1_200);
  // What is kept stands for all.
  expect(weight).toBeGreaterThan(90_000);
  expect(weight).toBeLessThan(110_000);
  expect([1, 2, 3, 4].map(() => sampler.weightOf('POST /once-a-week', 0.01))).toEqual([1, 1, 1, 1]);
});

it('ids, numbers and values make no shape of their own', () => {
  const shapes = ['/order/12/edit?b=1&a=2', '/order/99812/edit?a=77&b=x'].map((target) =>
    shapeOf('GET', target, ''),
  );
  expect(shapes[0]).toBe(shapes[1]);
  expect(shapeOf('POST', '/a', 'application/json; charset=utf-8')).not.toBe(shapeOf('GET', '/a', ''));
  expect(shapeOf('GET', '/a?x=1', '')).not.toBe(shapeOf('GET', '/a?y=1', ''));
});
