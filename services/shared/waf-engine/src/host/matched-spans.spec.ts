import { jest } from '@jest/globals';
import { compilePattern } from '@palisade/regex';
import { type AuditRecord, type CompileOptions, compileRuleSet } from '../index.ts';

const CONNECTION = {
  id: 't',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const rulesWith = (names: string) => `SecRuleEngine On
SecRule REQUEST_HEADERS_NAMES "@rx ${names}" "id:1,phase:1,pass,log,capture,msg:'named %{TX.0}',tag:'a',tag:'of %{TX.0}',chain"
  SecRule ARGS:wanted "@rx (?i)\\A.{0,20}yes" "setvar:tx.seen=1"`;

describe('what links have matched', () => {
  const searches = jest.spyOn(Object.getPrototypeOf(compilePattern('a')), 'find');
  beforeEach(() => searches.mockClear());
  afterAll(() => searches.mockRestore());

  function judge(names: string, query: string, options: CompileOptions): AuditRecord {
    const transaction = compileRuleSet([{ name: 'test.conf', text: rulesWith(names) }], options)
      .withOverlay({})
      .beginTransaction(CONNECTION);
    transaction.requestLine('GET', `/?${query}`, 'HTTP/1.1');
    transaction.requestHeaders(['Host', 'a.example', 'X-B', '1']);
    transaction.logging();
    return transaction.audit();
  }

  it('is put into words for no chain that goes no further', () => {
    expect(judge('^.*$', 'wanted=no', { evaluation: 'naive' }).matches).toEqual([]);
    // One for each of the two names and the argument; details of the names would take more.
    expect(searches).toHaveBeenCalledTimes(3);
  });

  it.each([{}, { evaluation: 'naive' }] as const)(
    'is what stood there when the rule matched (%j)',
    (options) => {
      const [match] = judge('.+', 'wanted=well,+Yes', options).matches;
      expect(
        match!.targets.map(({ name, transformed, matchOffset, matchLength }) => [
          name,
          transformed.slice(matchOffset, matchOffset + matchLength),
        ]),
      ).toEqual([
        ['REQUEST_HEADERS_NAMES:Host', 'Host'],
        ['REQUEST_HEADERS_NAMES:X-B', 'X-B'],
        ['ARGS:wanted', 'Yes'],
      ]);
      expect(match).toMatchObject({ message: 'named Yes', tags: ['a', 'of Yes'] });
    },
  );
});
