import { mergeChunks } from './merge-chunks.mjs';

interface Chunk {
  file: string;
  bytes: number;
  imports: string[];
  mergeable: boolean;
}

const chunk = (file: string, bytes = 1000, imports: string[] = []): Chunk => ({
  file,
  bytes,
  imports,
  mergeable: true,
});
const page = (...imports: string[]): Chunk => ({ ...chunk('page', 1000, imports), mergeable: false });
interface View {
  files: Set<string>;
  limit?: number;
  most?: number;
}
const view = (...files: string[]): View => ({ files: new Set(files) });
const CHEAP = [100];
const merged = (chunks: Chunk[], views: View[], requestBytes: number[]) =>
  mergeChunks(chunks, [views], requestBytes);

it('makes one file of what every view needs', () => {
  const chunks = [page('a', 'b'), chunk('a'), chunk('b')];
  expect(merged(chunks, [view('page', 'a', 'b')], CHEAP)).toEqual([['a', 'b']]);
});

it('leaves a part to the view that needs it where the others would load it in vain', () => {
  const chunks = [chunk('a'), chunk('large', 50_000)];
  const views = [view('a', 'large'), view('a'), view('a')];
  expect(merged(chunks, views, CHEAP)).toEqual([]);
  expect(merged(chunks, views, [200_000])).toEqual([['a', 'large']]);
});

it('counts what the merged part needs, too', () => {
  const chunks = [chunk('a'), chunk('small', 10, ['large']), chunk('large', 50_000)];
  const views = [view('a', 'small', 'large'), view('a')];
  expect(merged(chunks, views, [1000])).toEqual([['small', 'large']]);
});

it('keeps a first view within its limit, whatever a request is worth', () => {
  const chunks = [chunk('a'), chunk('b')];
  const views = [view('a', 'b'), { files: new Set(['a']), limit: 1500 }];
  expect(merged(chunks, views, [1_000_000])).toEqual([]);
  expect(merged(chunks, [view('a', 'b'), { files: new Set(['a']), limit: 2500 }], [1_000_000])).toEqual([
    ['a', 'b'],
  ]);
});

it('does not make chunks that need each other', () => {
  const chunks = [chunk('a', 1000, ['page']), page('b'), chunk('b')];
  expect(merged(chunks, [view('a', 'page', 'b')], CHEAP)).toEqual([]);
});

it('takes what costs little first, so that the room of a view goes further', () => {
  const chunks = [chunk('a'), chunk('b', 900), chunk('c', 100), chunk('d', 100)];
  const tight = { files: new Set(['a']), limit: 1150 };
  const views = [view('a', 'b', 'c', 'd'), view('a', 'b', 'c', 'd'), tight];
  expect(merged(chunks, views, [0, 10_000]).flat().sort()).toEqual(['b', 'c', 'd']);
});

it('goes on where a view has more files than it may have, with those that cost others least', () => {
  const chunks = [page('a', 'b', 'c'), chunk('a'), chunk('b', 2000), chunk('c', 9000)];
  const others = [view('a', 'b'), view('b'), view('c')];
  const views = [{ ...view('page', 'a', 'b', 'c'), most: 3 }, ...others];
  expect(merged(chunks, others, [0])).toEqual([]);
  expect(merged(chunks, views, [0])).toEqual([['a', 'b']]);
});
