import { parseAddressText } from './address-set-text.ts';
import { type ClientListHeader, signClientList, verifyClientList } from './client-list-document.ts';
import { generateEdgeKeys, readTrustedKeys } from './keys.ts';

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const { bytes } = parseAddressText(Buffer.from('192.0.2.0/24\n2001:db8::/32')).set;
const header: ClientListHeader = {
  id: '01890000-0000-7000-8000-000000000001',
  version: 3,
  ownerId: null,
  name: 'tor_exits',
  removed: false,
};

describe('a signed list', () => {
  it.each(['a', 'ab', 'abc', 'abcd'])(
    'is what was signed, whatever the length of its header (%s)',
    (name) => {
      const document = signClientList({ ...header, name }, bytes, signing);
      const { header: read, set } = verifyClientList(document, trusted);
      expect(read).toEqual({ ...header, name });
      expect([set.entry(0), set.entry(1)]).toEqual(['192.0.2.0/24', '2001:db8::/32']);
      // The set is read where it lies.
      expect(set.bytes.buffer).toBe(document.buffer);
    },
  );

  it('is refused where a byte of it was changed, cut off or added', () => {
    const document = signClientList(header, bytes, signing);
    for (const at of [15, document.length - 1]) {
      const changed = Buffer.from(document);
      changed[at]! ^= 1;
      expect(() => verifyClientList(changed, trusted)).toThrow(/client_list_/);
    }
    expect(() => verifyClientList(document.subarray(0, -1), trusted)).toThrow('client_list_bad_signature');
    expect(() => verifyClientList(Buffer.concat([document, Buffer.of(0)]), trusted)).toThrow(
      'client_list_bad_signature',
    );
    expect(() => verifyClientList(Buffer.alloc(9_000, 32), trusted)).toThrow('client_list_malformed');
  });

  it('is refused where nobody that is trusted has signed it', () => {
    expect(() =>
      verifyClientList(signClientList(header, bytes, generateEdgeKeys().signing), trusted),
    ).toThrow('client_list_bad_signature');
  });
});
