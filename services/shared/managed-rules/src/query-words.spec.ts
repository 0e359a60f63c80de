/** Words of query languages in quotation marks, labels and addresses, and the injections that look like them. */

import { matchedIds, send, sendRequest, sites } from './test-support/send.ts';
import { PHRASES } from './tools/holdout/sets/10-people-and-programs/phrase-requests.ts';

const asQuery = (fields: Readonly<Record<string, string>>) =>
  sendRequest(sites.medium, { target: `/?${new URLSearchParams(fields)}` });

describe('words of query languages', () => {
  it.each(PHRASES)('%s is a phrase', (text) => {
    for (const site of [sites.low, sites.medium]) expect(matchedIds(send(site, text))).toEqual([]);
  });

  it.each([
    'Name:* Password:* (required)',
    '- secret:/run/secrets/app',
    'password:/var/lib/x',
    '{"source":"new customers"}',
    'We need 2 eq 2 units',
    'min length (password)',
    'contains(password',
    'delete from users where inactive',
    'Update account set up = done',
  ])('%s is a text', (text) => {
    expect(matchedIds(send(sites.medium, text))).toEqual([]);
  });

  it.each([
    [20001, 'x" return n //'],
    [20001, "' return 1 //"],
    [20001, '"return n union match (n) return n.password+"//'],
    [20001, '"return"x" //'],
    [20001, "x' or n is not null //"],
    [20001, "x' or n.a is true or n.b is null"],
    [20001, "' and exists (n.password) or 'a"],
    [20002, "' or any r in t.reviews satisfies r.x end"],
    [20002, '" import "http" http.get(url:"x")'],
    [20003, 'password:*'],
    [20003, '* OR password:*'],
    [20003, 'a (secret:* AND b:1)'],
    [20003, 'password:/a.*/'],
    [20003, '{"script":{"source":"new java.lang.String()"}}'],
    [20006, "x') or 1 eq 1"],
    [20006, "startswith(password,'a')"],
    [20006, 'length(password) eq 5'],
    [20006, "substringof('a',password)"],
    [1011, 'delete from users where id = 1'],
    [1011, 'delete from users where 1'],
    [1011, "update users set role='admin'"],
    [1011, 'update users set admin = true where id = 3'],
  ])('%i stops %s', (id, text) => {
    expect(matchedIds(send(sites.medium, text))).toContain(id);
  });

  it.each([
    [{ 'fields[password]': 'Tr0ub4dor&3' }],
    [{ 'user[fields][password]': 'true-blue' }],
    [{ api_key_present: 'true' }],
    [{ otp_end: '6' }],
  ])('%j are fields of a form', (fields) => {
    expect(matchedIds(asQuery(fields))).toEqual([]);
  });

  it.each([
    [20007, { 'select[password]': 'true' }],
    [20007, { 'include[reset_token]': '1' }],
    [20004, { 'q[user_password_digest_start]': 'a' }],
    [20004, { password__startswith: 'a' }],
    [20004, { 'password[$like]': 'a%' }],
  ])('%i stops %j', (id, fields) => {
    expect(matchedIds(asQuery(fields))).toContain(id);
  });
});
