import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEdgeKeys, parseAddressText, signClientList } from '@palisade/edge-state';
import { ClientLists } from '../../features/access/client-lists.ts';
import { ListLoader } from './list-loader.ts';

const { signing } = generateEdgeKeys();
const HEADER_BYTES = 16;
const ENTRY_BYTES = 5;
/** Size of a list with this many addresses. */
const bytesOf = (entries: number) => HEADER_BYTES + entries * ENTRY_BYTES;
const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [GREEDY, MODEST, THIRD, OPERATOR] = [uuid(100), uuid(200), uuid(300), null];

describe('lists in the memory of a worker', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'palisade-lists-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  function start(maxBytes: number) {
    const lists = new ClientLists();
    const faults: string[] = [];
    const loader = new ListLoader(
      lists,
      (_code, error) => faults.push(String(error.cause ?? error)),
      maxBytes,
    );
    return {
      faults,
      there: (...ids: number[]) => ids.map((id) => lists.get(uuid(id))?.set.size ?? null),
      async load(number: number, ownerId: string | null, entries: number, version = 1) {
        const text = Array.from({ length: entries }, (_, at) => `192.0.${at >> 8}.${at & 255}`).join('\n');
        const id = uuid(number);
        const header = { id, version, ownerId, name: `list-${number}`, removed: false };
        const file = path.join(folder, `${number}-${version}`);
        await writeFile(file, signClientList(header, parseAddressText(Buffer.from(text)).set.bytes, signing));
        loader.use([id]);
        loader.offer([{ id, version, file, removed: false }]);
        await loader.settled();
      },
      async remove(number: number) {
        loader.offer([{ id: uuid(number), version: 99, file: '', removed: true }]);
        await loader.settled();
      },
    };
  }

  it('of whoever has the most make room for those of others, and never the other way', async () => {
    const worker = start(bytesOf(1000));
    await worker.load(1, GREEDY, 400);
    await worker.load(2, GREEDY, 500);
    await worker.load(3, MODEST, 200);
    expect(worker.there(1, 2, 3)).toEqual([400, null, 200]);
    expect(worker.faults).toEqual([expect.stringContaining('made room')]);
    // The greedy one's comes again, and has no room.
    await worker.load(2, GREEDY, 500, 2);
    expect(worker.there(1, 2, 3)).toEqual([400, null, 200]);
    expect(worker.faults).toHaveLength(2);
  });

  it('stay as they were where a larger version has no room', async () => {
    const worker = start(bytesOf(1000));
    await worker.load(1, MODEST, 100);
    await worker.load(2, GREEDY, 300);
    await worker.load(2, GREEDY, 950, 2);
    expect(worker.there(1, 2)).toEqual([100, 300]);
  });

  it('all stay where those that may go would not be enough', async () => {
    const worker = start(bytesOf(1000));
    await worker.load(1, GREEDY, 300);
    await worker.load(2, GREEDY, 250);
    await worker.load(3, MODEST, 400);
    await worker.load(4, THIRD, 500);
    expect(worker.there(1, 2, 3, 4)).toEqual([300, 250, 400, null]);
    expect(worker.faults).toEqual([expect.stringContaining('no room')]);
  });

  it('that had no room come once others are removed or have become smaller', async () => {
    const worker = start(bytesOf(1000));
    await worker.load(1, GREEDY, 400);
    await worker.load(2, GREEDY, 500);
    await worker.load(3, MODEST, 200);
    expect(worker.there(1, 2, 3)).toEqual([400, null, 200]);
    await worker.load(1, GREEDY, 250, 2);
    expect(worker.there(1, 2, 3)).toEqual([250, 500, 200]);
    await worker.load(4, MODEST, 100);
    expect(worker.there(1, 2, 3, 4)).toEqual([250, null, 200, 100]);
    await worker.remove(3);
    expect(worker.there(1, 2, 3, 4)).toEqual([250, 500, null, 100]);
  });

  it('of the operator stay, and find room', async () => {
    const worker = start(bytesOf(1000));
    await worker.load(1, OPERATOR, 600);
    await worker.load(2, GREEDY, 300);
    await worker.load(3, MODEST, 200);
    expect(worker.there(1, 2, 3)).toEqual([600, null, 200]);
    await worker.load(4, OPERATOR, 350);
    expect(worker.there(1, 3, 4)).toEqual([600, null, 350]);
  });
});
