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
    const stands = sampler.weightOf(shapeOf('GET', '/', ''), 0.01);
    if (stands > 0) kept++;
    weight += stands;
  }
  expect(kept).toBeGreaterThan(900);
  expect(kept).toBeLessThan(1_200);
  // What is kept stands for all.
  expect(weight).toBeGreaterThan(90_000);
  expect(weight).toBeLessThan(110_000);
  expect([1, 2, 3, 4].map(() => sampler.weightOf(shapeOf('POST', '/once-a-week', ''), 0.01))).toEqual([
    1, 1, 1, 1,
  ]);
});

it('ids, numbers and values make no shape of their own', () => {
  const shapes = ['/order/12/edit?b=1&a=2', '/order/99812/edit?a=77&b=x'].map((target) =>
    shapeOf('GET', target, ''),
  );
  expect(shapes[0]).toBe(shapes[1]);
  expect(shapeOf('POST', '/a', 'application/json; charset=utf-8')).not.toBe(shapeOf('GET', '/a', ''));
  expect(shapeOf('GET', '/a?x=1', '')).not.toBe(shapeOf('GET', '/a?y=1', ''));
});

/** The same shapes as texts. */
function shapeAsText(method: string, target: string, contentType: string): string {
  const query = target.indexOf('?');
  const path = (query < 0 ? target : target.slice(0, query)).slice(0, 256);
  const names = (query < 0 ? '' : target.slice(query + 1, query + 1_024))
    .split('&')
    .slice(0, 32)
    .map((pair) => pair.split('=', 1)[0]!.slice(0, 40))
    .sort()
    .join('&');
  const type = contentType.split(';', 1)[0]!.slice(0, 60);
  const words = path.replace(/[0-9a-f-]+/gi, (word) => (/[0-9]/.test(word) ? '#' : word));
  return JSON.stringify([method, words, query >= 0, names, type]);
}

it('tells apart what texts would tell apart, and nothing else', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const pieces = [
    '/',
    'order',
    'face',
    '12',
    'a-1',
    'Beef',
    '#',
    '?',
    '&',
    '=',
    'x',
    'y',
    ';',
    'long'.repeat(30),
  ];
  const byText = new Map<string, number>();
  const byNumber = new Map<number, string>();
  for (let count = 0; count < 20_000; count++) {
    const target = `/${Array.from({ length: random(9) }, () => pieces[random(pieces.length)]).join('')}`;
    const request = [['GET', 'POST'][random(2)]!, target, ['', 'a/b', 'a/b;c=d'][random(3)]!] as const;
    const [text, number] = [shapeAsText(...request), shapeOf(...request)];
    expect([byText.get(text) ?? number, byNumber.get(number) ?? text]).toEqual([number, text]);
    byText.set(text, number);
    byNumber.set(number, text);
  }
  expect(byText.size).toBeGreaterThan(2_000);
});
