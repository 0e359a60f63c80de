import type { StoredMatch, StoredTarget } from '../records/stored-match.types.ts';
import { explain } from './explanation.ts';

const target = (fields: Partial<StoredTarget>): StoredTarget => ({
  name: 'ARGS:q',
  value: '',
  value_offset: 0,
  transformed: '',
  match_offset: 0,
  match_length: 0,
  transformations: [],
  operator: 'rx',
  ...fields,
});
const match = (...targets: StoredTarget[]): StoredMatch => ({
  rule_id: 1001,
  phase: 2,
  message: 'SQL injection',
  severity: 'CRITICAL',
  score: 5,
  tags: [],
  data: '',
  targets,
});

describe('explanations', () => {
  it('say what an owner’s rule does where it does more than to stop or pass', () => {
    const path = target({
      name: 'REQUEST_FILENAME',
      operator: 'starts_with',
      transformed: '/old',
      match_length: 4,
    });
    const fired = { ...match(path), rule_id: 0, message: 'Moved', tags: ['custom:1'] };
    expect(explain({ ...fired, data: 'Redirect to /new (302)' })).toBe(
      'Your rule “Moved” fired on the path, which begins with “/old”. Redirect to /new (302).',
    );
    expect(explain(fired)).toBe('Your rule “Moved” fired on the path, which begins with “/old”.');
  });

  it('name the place, the text that matched and how it was read', () => {
    const one = target({
      transformed: "x' or 1=1",
      match_offset: 3,
      match_length: 6,
      transformations: ['urlDecodeUni', 'lowercase'],
    });
    expect(explain(match(one))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “or 1=1” once normalized (urlDecodeUni, lowercase).',
    );
  });

  it('say where a value stood that the site does not keep', () => {
    const hidden = target({ masked: true, transformations: ['lowercase'] });
    expect(explain(match(hidden))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, whose value this site does not keep.',
    );
    const own = target({ name: 'REMOTE_ADDR', operator: 'equals', masked: true });
    expect(explain({ ...match(own), rule_id: 0, message: 'Not from there', tags: ['custom:1'] })).toBe(
      'Your rule “Not from there” fired on the client address, whose value this site does not keep.',
    );
  });

  it.each([
    ['REQUEST_HEADERS:User-Agent', 'request header “User-Agent”'],
    ['REQUEST_COOKIES:session', 'cookie “session”'],
    ['REQUEST_URI', 'the address'],
    ['SOMETHING:new', 'SOMETHING “new”'],
  ])('say where %s is', (name, place) => {
    expect(explain(match(target({ name })))).toBe(`Rule 1001 (SQL injection) fired on ${place}.`);
  });

  it.each<[string, Partial<StoredTarget>[], string]>([
    [
      'all conditions',
      [
        {
          name: 'REQUEST_FILENAME',
          operator: 'contains',
          transformed: '/x/wp-login.php',
          match_offset: 3,
          match_length: 8,
        },
        { name: 'REMOTE_ADDR', operator: 'not equals', transformed: '203.0.113.7', match_length: 11 },
      ],
      ' on the path, which contains “wp-login”, and on the client address, which is “203.0.113.7”.',
    ],
    [
      'a whole value',
      [{ name: 'COUNTRY_CODE', operator: 'equals', transformed: 'DE', match_length: 2 }],
      ' on the country, which is “DE”.',
    ],
    [
      'a beginning',
      [{ name: 'REQUEST_HEADERS:X-Key', operator: 'starts_with', transformed: 'abc', match_length: 1 }],
      ' on request header “X-Key”, which begins with “a”.',
    ],
    ['what is there', [{ name: 'ARGS_GET:debug', operator: 'exists' }], ' on query parameter “debug”.'],
    [
      'what is another',
      [{ name: 'REQUEST_COOKIES:team', operator: 'not equals', transformed: '*****' }],
      ' on cookie “team”, which is another.',
    ],
    [
      'what is missing',
      [{ name: 'REQUEST_COOKIES:session', operator: 'not exists' }],
      ' on cookie “session”, which is missing.',
    ],
    [
      'who is on a list',
      [{ name: 'ADDRESS_LIST:office', operator: 'in_list', transformed: '192.0.2.0/24', match_length: 12 }],
      ' on the list “office”, which holds the client with “192.0.2.0/24”.',
    ],
    [
      'who is on no list',
      [{ name: 'REMOTE_ADDR', operator: 'not in_list', transformed: '192.0.2.1', match_length: 9 }],
      ' on the client address, which is “192.0.2.1” and on none of its lists.',
    ],
    [
      'a pattern whose place is not known',
      [{ name: 'QUERY_STRING', operator: 'matches' }],
      ' on the query string.',
    ],
    [
      'long texts in short',
      [{ name: 'QUERY_STRING', operator: 'contains', transformed: 'x'.repeat(200), match_length: 200 }],
      ` on the query string, which contains “${'x'.repeat(80)}…”.`,
    ],
  ])("tell of an owner's own rule %s", (_what, targets, rest) => {
    const own = { ...match(...targets.map(target)), rule_id: 0, message: 'Office only', tags: ['custom:1'] };
    expect(explain(own)).toBe(`Your rule “Office only” fired${rest}`);
  });

  it('do without what is not known', () => {
    expect(explain({ ...match(), message: '' })).toBe('Rule 1001 fired.');
    expect(explain(match(target({}), target({}), target({})))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, and on 2 more values.',
    );
  });

  it('tell of a rule in several links what it fired on, once', () => {
    const evidence = { transformed: "x' or 1=1", match_offset: 3, match_length: 6 };
    const later = target({ name: 'MATCHED_VARS:ARGS:q', ...evidence });
    expect(explain(match(target({}), later))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “or 1=1”.',
    );
    const unlike = ['MATCHED_VARS:ARGS:q', 'MATCHED_VARS:MATCHED_VARS:ARGS:q'].map((name) =>
      target({ name, transformed: "x' or 1=1" }),
    );
    expect(explain(match(target(evidence), ...unlike))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “or 1=1”.',
    );
    const body = target({ name: 'REQUEST_BODY', transformed: '<!ENTITY a', match_length: 8 });
    expect(explain(match(target({ name: 'REQBODY_PROCESSOR' }), body))).toBe(
      'Rule 1001 (SQL injection) fired on the request body, which contains “<!ENTITY”.',
    );
  });
});
