import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import { type LoggedRequest, previewOf } from './rule-preview.ts';
import { createPatternCompiler } from './try-pattern.ts';

const request = (over: Partial<LoggedRequest> = {}): LoggedRequest => ({
  remote_addr: '203.0.113.7',
  geo_country: 'DE',
  request_method: 'GET',
  host: 'castle.example',
  request_uri: '/wp-login.php?user=Ada+L&user=%C3%A9',
  user_agent: 'Mozilla/5.0 Firefox',
  referer: null,
  ja4: null,
  scheme: 'https',
  asn: 64_500,
  protocol: 'HTTP/2.0',
  tls_version: '1.3',
  inbound_score: 3,
  http_status: 404,
  ...over,
});
const condition = (over: Partial<CustomRuleCondition>): CustomRuleCondition => ({
  field: 'path',
  name: '',
  operator: 'equals',
  negate: false,
  values: [],
  ...over,
});
const meets = (one: Partial<CustomRuleCondition>, of: Partial<LoggedRequest> = {}) =>
  previewOf({ conditions: [condition(one)] }, [request(of)], createPatternCompiler())?.met.length === 1;

describe('previewOf', () => {
  it.each<[Partial<CustomRuleCondition>, Partial<LoggedRequest>, boolean]>([
    [{ field: 'path', operator: 'starts_with', values: ['/wp-'] }, {}, true],
    [{ field: 'path', operator: 'starts_with', values: ['/WP-'] }, {}, false],
    [
      { field: 'ja4', operator: 'starts_with', values: ['T13d'] },
      { ja4: 't13d1516h2_8daaf6152771_e5627efa2ab1' },
      true,
    ],
    [{ field: 'ja4', operator: 'exists', values: [] }, {}, false],
    // Not known where none was kept, whichever way it is asked.
    [{ field: 'ja4', operator: 'exists', negate: true, values: [] }, {}, false],
    [{ field: 'ja4', operator: 'exists', negate: true, values: [] }, { scheme: 'http' }, true],
    [{ field: 'path', values: ['/admin'] }, { request_uri: '//x/../%61dmin?a' }, true],
    [{ field: 'path', operator: 'ends_with', values: ['.asp', '.php'] }, {}, true],
    [{ field: 'asn', values: ['64500'] }, {}, true],
    [{ field: 'http_version', values: ['2'] }, {}, true],
    [{ field: 'tls_version', values: ['1.2'], negate: true }, {}, true],
    [{ field: 'attack_score', operator: 'at_least', values: ['3'] }, {}, true],
    [{ field: 'attack_score', operator: 'at_least', values: ['4'] }, {}, false],
    [{ field: 'answer_status', operator: 'at_least', negate: true, values: ['500'] }, {}, true],
    [{ field: 'answer_status', values: ['404'] }, { http_status: null }, false],
    [{ field: 'ip', values: ['203.0.113.0/24'] }, {}, true],
    [{ field: 'ip', values: ['203.0.113.0/24'], negate: true }, {}, false],
    [{ field: 'ip', values: ['2001:db8::/32'] }, { remote_addr: '2001:db8::5' }, true],
    [{ field: 'country', values: ['FR', 'DE'] }, {}, true],
    [{ field: 'country', values: ['DE'] }, { geo_country: null }, false],
    [{ field: 'country', values: ['DE'], negate: true }, { geo_country: null }, true],
    [{ field: 'method', values: ['post'] }, { request_method: 'POST' }, true],
    [{ field: 'host', values: ['CASTLE.example'] }, {}, true],
    [{ field: 'query', operator: 'contains', values: ['user=Ada'] }, {}, true],
    [{ field: 'query', operator: 'contains', values: ['USER='] }, {}, false],
    [{ field: 'query_parameter', name: 'user', values: ['é'] }, {}, true],
    [{ field: 'query_parameter', name: 'user', values: ['Ada L'] }, {}, true],
    [{ field: 'query_parameter', name: 'token', operator: 'exists' }, {}, false],
    [{ field: 'query_parameter', name: 'token', operator: 'exists', negate: true }, {}, true],
    [{ field: 'user_agent', operator: 'contains', values: ['firefox'] }, {}, true],
    [{ field: 'header', name: 'User-Agent', operator: 'contains', values: ['curl'] }, {}, false],
    [{ field: 'header', name: 'Referer', operator: 'exists', negate: true }, {}, true],
    [{ field: 'path', operator: 'matches', values: ['^/wp-(login|admin)\\.'] }, {}, true],
    [{ field: 'path', operator: 'matches', values: ['^/WP'] }, {}, false],
    [{ field: 'user_agent', operator: 'matches', values: ['^mozilla/\\d'] }, {}, true],
  ])('%j on %j: %s', (one, of, expected) => expect(meets(one, of)).toBe(expected));

  it('asks for all conditions, and keeps the order of the log', () => {
    const logs = ['/wp-a', '/b', '/wp-c'].map((request_uri) => request({ request_uri }));
    const preview = previewOf(
      {
        conditions: [
          condition({ operator: 'starts_with', values: ['/wp-'] }),
          condition({ field: 'country', values: ['DE'] }),
        ],
      },
      logs,
      createPatternCompiler(),
    );
    expect(preview?.met.map(({ request_uri }) => request_uri)).toEqual(['/wp-a', '/wp-c']);
    expect(preview).toMatchObject({ looked: 3, leftOut: [], fault: null });
  });

  it('says which conditions the log cannot answer, and does without them', () => {
    const cookie = condition({ field: 'cookie', name: 'sid', operator: 'exists' });
    const header = condition({ field: 'header', name: 'X-Api', values: ['1'] });
    const known = condition({ values: ['/wp-login.php'] });
    expect(
      previewOf({ conditions: [cookie, known, header] }, [request()], createPatternCompiler()),
    ).toMatchObject({
      met: [{ request_uri: expect.any(String) }],
      leftOut: [cookie, header],
    });
    expect(previewOf({ conditions: [cookie] }, [request()], createPatternCompiler())).toBeUndefined();
  });

  it('does not take a score of 0 for one that is known', () => {
    const low = condition({ field: 'attack_score', operator: 'at_least', values: ['5'], negate: true });
    const bot = condition({ field: 'bot_kind', values: ['seo'] });
    const known = condition({ values: ['/wp-login.php'] });
    expect(previewOf({ conditions: [low, known, bot] }, [request()], createPatternCompiler())).toMatchObject({
      leftOut: [low, bot],
    });
  });

  it('waits for the first value', () => {
    expect(
      previewOf({ conditions: [condition({ values: [''] })] }, [request()], createPatternCompiler()),
    ).toBeUndefined();
  });

  it('names a pattern that is none', () => {
    const broken = { conditions: [condition({ operator: 'matches', values: ['(a'] })] };
    expect(previewOf(broken, [request()], createPatternCompiler())?.fault).toMatch(/^"\(a": /);
  });

  it('answers for a pattern that others never come to an end with', () => {
    const hostile = { conditions: [condition({ operator: 'matches', values: ['(a*)*(a*)*(a*)*b$'] })] };
    const logs = ['/aaab', ...Array.from({ length: 499 }, () => `/${'a'.repeat(4000)}`)].map((request_uri) =>
      request({ request_uri }),
    );
    expect(previewOf(hostile, logs, createPatternCompiler())?.met).toEqual([logs[0]]);
  });

  it('does not count what takes too long to find out, whichever way is asked', () => {
    const asked = (negate: boolean) => ({
      conditions: [condition({ operator: 'matches', values: ['a'], negate })],
    });
    for (const negate of [true, false])
      expect(previewOf(asked(negate), [request()], () => () => null)?.met).toEqual([]);
  });
});
