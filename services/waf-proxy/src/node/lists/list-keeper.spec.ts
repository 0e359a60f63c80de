import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@palisade/basics';
import { emptyListSet, generateEdgeKeys, readTrustedKeys, signClientList } from '@palisade/edge-state';
import { ListKeeper } from './list-keeper.ts';

const { signing } = generateEdgeKeys();
const keys = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const IN_USE = '01890000-0000-7000-8000-000000000001';
const GONE = '01890000-0000-7000-8000-000000000002';
const JUST_GONE = '01890000-0000-7000-8000-000000000003';

describe('the lists of a node', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lists-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keeper = () => {
    const refused: string[] = [];
    const events = { onKept: () => undefined, onRefused: (id: string) => void refused.push(id) };
    return { refused, lists: new ListKeeper(keys, folder, events) };
  };
  const signed = (id: string, removed: boolean) =>
    signClientList(
      { id, version: 1, ownerId: null, name: 'a_list', removed },
      emptyListSet('addresses'),
      signing,
    );

  it('go from the disk where they were removed long ago, and stay otherwise', async () => {
    const { lists } = keeper();
    await lists.loadFromDisk();
    for (const [id, removed] of [
      [IN_USE, false],
      [GONE, true],
      [JUST_GONE, true],
    ] as const)
      lists.offer(id, signed(id, removed), () => undefined);
    await lists.flushed();
    const written = new Map(lists.current().map(({ id, file }) => [id, file]));
    const long = new Date(Date.now() - 61 * DAY_MS);
    for (const id of [IN_USE, GONE]) await utimes(written.get(id)!, long, long);

    const again = keeper();
    await again.lists.loadFromDisk();
    const ids = again.lists.current().map(({ id }) => id);
    expect([ids.sort(), again.refused]).toEqual([[IN_USE, JUST_GONE], []]);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('go while the node runs, too, and come back where a newer document says so', async () => {
    const { lists, refused } = keeper();
    await lists.loadFromDisk();
    lists.offer(GONE, signed(GONE, true), () => undefined);
    lists.offer(JUST_GONE, signed(JUST_GONE, true), () => undefined);
    await lists.flushed();
    const long = new Date(Date.now() - 61 * DAY_MS);
    await utimes(lists.current().find(({ id }) => id === GONE)!.file, long, long);
    await lists.forgetRemoved();
    expect([lists.current().map(({ id }) => id), refused]).toEqual([[JUST_GONE], []]);
    expect(await readdir(folder)).toHaveLength(1);
    lists.offer(GONE, signed(GONE, false), () => undefined);
    await lists.flushed();
    expect(lists.current()).toContainEqual(expect.objectContaining({ id: GONE, removed: false }));
  });

  /** Two lists, last confirmed this many days ago; the control plane reports only one of them. */
  async function oneUnannounced(days: number) {
    const { lists, refused } = keeper();
    await lists.loadFromDisk();
    for (const id of [IN_USE, GONE]) lists.offer(id, signed(id, false), () => undefined);
    await lists.flushed();
    const then = new Date(Date.now() - days * DAY_MS);
    for (const { file } of lists.current()) await utimes(file, then, then);
    lists.announced(new Set([IN_USE]));
    await lists.flushed();
    return { lists, refused };
  }

  it('that were removed while the node was off keep no key from being dropped, and go as removed ones do', async () => {
    const { signing: other } = generateEdgeKeys();
    const others = readTrustedKeys({ [other.keyId]: other.publicKey });
    const { lists } = await oneUnannounced(35);
    expect([await lists.lostUnder(others), await lists.lostUnder(keys)]).toEqual([1, 0]);
    await lists.forgetRemoved();
    expect(lists.current()).toHaveLength(2);

    const { lists: later, refused } = await oneUnannounced(61);
    await later.forgetRemoved();
    expect([later.current().map(({ id }) => id), refused]).toEqual([[IN_USE], []]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('that were told of lately are held, and hold their key, when Redis has lost them', async () => {
    const { signing: other } = generateEdgeKeys();
    const { lists } = await oneUnannounced(20);
    expect(await lists.lostUnder(readTrustedKeys({ [other.keyId]: other.publicKey }))).toBe(2);
    await lists.forgetRemoved();
    expect(lists.current()).toHaveLength(2);
  });

  it('stay for as long as they are told of, however old they are', async () => {
    const { lists } = await oneUnannounced(400);
    lists.announced(new Set());
    await lists.flushed();
    await lists.forgetRemoved();
    expect(lists.current().map(({ id }) => id)).toEqual([IN_USE]);
  });

  it('that were removed before their key was dropped go from the disk, too', async () => {
    const { lists } = keeper();
    await lists.loadFromDisk();
    lists.offer(GONE, signed(GONE, true), () => undefined);
    await lists.flushed();
    const { file } = lists.current()[0]!;
    const { signing: other } = generateEdgeKeys();
    const dropped = () => {
      const refused: string[] = [];
      const events = { onKept: () => undefined, onRefused: (id: string) => void refused.push(id) };
      return {
        refused,
        again: new ListKeeper(readTrustedKeys({ [other.keyId]: other.publicKey }), folder, events),
      };
    };
    const first = dropped();
    await first.again.loadFromDisk();
    expect([first.refused.length, (await readdir(folder)).length]).toEqual([1, 1]);
    const long = new Date(Date.now() - 61 * DAY_MS);
    await utimes(file, long, long);
    await dropped().again.loadFromDisk();
    expect(await readdir(folder)).toEqual([]);
  });

  it('that are removed keep no key from being dropped', async () => {
    const { lists } = keeper();
    await lists.loadFromDisk();
    const other = generateEdgeKeys().signing;
    const others = readTrustedKeys({ [other.keyId]: other.publicKey });
    lists.offer(GONE, signed(GONE, true), () => undefined);
    await lists.flushed();
    expect(await lists.lostUnder(others)).toBe(0);
    lists.offer(IN_USE, signed(IN_USE, false), () => undefined);
    await lists.flushed();
    expect([await lists.lostUnder(others), await lists.lostUnder(keys)]).toEqual([1, 0]);
  });
});
