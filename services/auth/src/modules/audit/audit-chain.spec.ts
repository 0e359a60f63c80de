import fc from 'fast-check';
import { AuditChain, auditKeyOf, CHAIN_START, type SealedEntry } from './audit-chain.ts';

const keys = {
  old: Buffer.alloc(32, 1).toString('base64'),
  now: Buffer.alloc(32, 2).toString('base64'),
};
const chain = new AuditChain(keys, 'now');
const text = fc.string({ maxLength: 8 });
const entries: fc.Arbitrary<SealedEntry> = fc.record({
  id: text,
  at: text,
  actor_id: text,
  action: text,
  target_type: text,
  target_id: text,
  details: fc.dictionary(text, text, { maxKeys: 3 }),
  client_address: text,
  request_id: text,
});
const seal = (entry: SealedEntry, sequence = 1n, previous = CHAIN_START, keyId = 'now') =>
  chain.seal(keyId, previous, sequence, entry).toString('hex');

describe('seals of the audit log', () => {
  it('differ for any two entries that differ', () => {
    fc.assert(
      fc.property(entries, entries, (a, b) => {
        const isSame = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(seal(a) === seal(b)).toBe(isSame);
      }),
    );
  });

  it('depend on the place, the seal before and the key', () => {
    const entry = fc.sample(entries, 1)[0]!;
    const made = [
      seal(entry),
      seal(entry, 2n),
      seal(entry, 1n, Buffer.alloc(32, 9)),
      seal(entry, 1n, CHAIN_START, 'old'),
    ];
    expect(new Set(made).size).toBe(4);
    expect(() => seal(entry, 1n, CHAIN_START, 'gone')).toThrow('gone');
  });

  it('are the same under what stays of a key that is gone, and of the new one from then on', () => {
    const entry = fc.sample(entries, 1)[0]!;
    const later = new AuditChain(keys, 'old');
    later.prepare({ now: keys.now }, 'now', { old: auditKeyOf(keys.old).toString('base64') })();
    expect(later.currentKeyId).toBe('now');
    for (const id of ['old', 'now'])
      expect(later.seal(id, CHAIN_START, 1n, entry)).toEqual(chain.seal(id, CHAIN_START, 1n, entry));
  });

  it('do not depend on the order in which the database tells the details', () => {
    const entry = fc.sample(entries, 1)[0]!;
    expect(seal({ ...entry, details: { a: '1', b: '2' } })).toBe(
      seal({ ...entry, details: { b: '2', a: '1' } }),
    );
  });
});

const sorted = (entry: SealedEntry) => ({ ...entry, details: Object.entries(entry.details).sort() });
