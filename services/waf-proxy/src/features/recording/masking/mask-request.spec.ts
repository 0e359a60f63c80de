import { HarmlessTexts } from './harmless-texts.ts';
import { maskRequest, type PlainRequest } from './mask-request.ts';
import { SensitiveNames } from './sensitive-names.ts';
import { Substitution } from './substitution.ts';

const FORM = 'application/x-www-form-urlencoded';
const get = (target: string, ...fields: string[]): PlainRequest => ({
  target,
  fields: ['Host', 'shop.example', ...fields],
  body: null,
});
const send = (type: string, body: string): PlainRequest => ({
  target: '/account',
  fields: ['Host', 'shop.example', 'Content-Type', type],
  body,
});
const part = (name: string, value: string) =>
  send(
    'multipart/form-data; boundary=XX',
    `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--XX--\r\n`,
  );

/** Each kind: where it stands, and what must not be left of it. */
const PLANTED: readonly [kind: string, request: (secret: string) => PlainRequest, secret: string][] = [
  [
    'a session cookie',
    (s) => get('/', 'Cookie', `lang=de; PHPSESSID=${s}; theme=dark`),
    'h4k9d82kslq0vn3m5b7c',
  ],
  ['a cookie of any name', (s) => get('/', 'Cookie', `preference=${s}`), 'tuesday-4711'],
  ['a cookie in quotes', (s) => get('/', 'Cookie', `a="${s}"; b=c`), 'quoted8secret'],
  ['a cookie without a name', (s) => get('/', 'Cookie', `a=b; ${s}=; c=d`), 'c2VjcmV0dG9rZW4'],
  ['a cookie without a name, with two signs', (s) => get('/', 'Cookie', `${s}==`), 'c2VjcmV0dG9rZQ'],
  ['a cookie without a name, escaped', (s) => get('/', 'Cookie', `a=%41; ${s}= `), 'c2VjcmV0dG9rZW4'],
  [
    'a part with an encoded name',
    (s) =>
      send(
        'multipart/form-data; boundary=XX',
        `--XX\r\nContent-Disposition: form-data; name*=utf-8''pass%77ord; name="x"\r\n\r\n${s}\r\n--XX--\r\n`,
      ),
    'tuesday-four',
  ],
  ['a basic log-in', (s) => get('/', 'Authorization', `Basic ${s}`), 'YWxhZGRpbjpvcGVuc2VzYW1l'],
  ['a bearer token', (s) => get('/', 'Authorization', `Bearer ${s}`), 'mF_9.B5f-4.1JqM'],
  ['a proxy log-in', (s) => get('/', 'Proxy-Authorization', `Basic ${s}`), 'cHJveHk6c2VjcmV0'],
  ['an API key in a field', (s) => get('/', 'X-Api-Key', s), 'key-31c0ffee90'],
  ['a CSRF token in a field', (s) => get('/', 'X-CSRF-Token', s), 'f00dfeed1234'],
  ['a token in the query', (s) => get(`/reset?token=${s}&x=1`), 'resetme42please'],
  ['a code of OAuth', (s) => get(`/callback?state=x&code=${s}`), 'SplxlOBeZQQYbYS6WxSbIA'],
  ['a signature of a link', (s) => get(`/file?Signature=${s}`), 'EjOYx3vTnGkLm'],
  [
    'a token in the referer',
    (s) => get('/', 'Referer', `https://shop.example/a?access_token=${s}`),
    'leak8through9referer',
  ],
  ['a mail address in the query', (s) => get(`/subscribe?to=${s}`), 'jane.roe@mail.example'],
  ['an escaped mail address', (s) => get(`/subscribe?to=${s}`), 'jane.roe%40mail.example'],
  ['a mail address in a path', (s) => get(`/users/${s}/edit`), 'john.doe@corp.example'],
  [
    'a JSON web token anywhere',
    (s) => get(`/?x=${s}`),
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN',
  ],
  ['a hash in a path', (s) => get(`/verify/${s}`), 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a password of a form', (s) => send(FORM, `user=x&password=${s}`), 'Sommer2024%21Regen'],
  ['a new password', (s) => send(FORM, `new_password=${s}&again=1`), 'hunter2hunter2'],
  ['a card number', (s) => send(FORM, `note=${s}&a=b`), '4111111111111111'],
  ['a card number in groups', (s) => send(FORM, `note=pay+${s}`), '4111+1111+1111+1111'],
  // With a nought, which no digit becomes: three others come out as they were once in some seven hundred times.
  ['a CVV', (s) => send(FORM, `cvv=${s}&a=b`), '7307'],
  ['an account number', (s) => send(FORM, `note=${s}`), 'DE89370400440532013000'],
  // In two pieces: whoever looks for committed secrets would find it.
  ['a key of a payment service', (s) => send(FORM, `note=${s}`), `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`],
  ['a key of a cloud', (s) => send('text/plain', `key is ${s} ok`), 'AKIAIOSFODNN7EXAMPLE'],
  [
    'a password in JSON',
    (s) => send('application/json', `{"user":{"name":"x","password":"${s}"},"a":1}`),
    'json-geheim-9',
  ],
  [
    'all of a sensitive member',
    (s) => send('application/json', `{"credentials":{"a":["x","${s}"]},"b":2}`),
    'deepdown77',
  ],
  ['a number in JSON', (s) => send('application/json', `{"pin": ${s}, "b": 1}`), '493817'],
  [
    'a mail address in JSON',
    (s) => send('application/json', `{"text":"write to ${s} please"}`),
    'a.b@c.example',
  ],
  ['a password in XML', (s) => send('text/xml', `<a><password>${s}</password></a>`), 'xml-secret-1'],
  ['an attribute in XML', (s) => send('text/xml', `<user apiKey="${s}" x="1"/>`), 'attr9secret9'],
  [
    'a value beside its name in XML',
    (s) => send('text/xml', `<a><key>password</key><value>${s}</value></a>`),
    'xml-secret-2',
  ],
  [
    'a value in a property list',
    (s) => send('text/xml', `<dict><key>password</key><string>${s}</string></dict>`),
    'xml-secret-3',
  ],
  [
    'a list of a name and a value in JSON',
    (s) => send('application/json', `[["password","${s}"]]`),
    'pair9secret',
  ],
  ['a log-in within a path', (s) => get(`/proxy/https://bob:${s}@host/`), 'path7secret'],
  ['a card with two blanks', (s) => send(FORM, `c=${s}`), '4111++1111++1111++1111'],
  ['a card on lines', (s) => send(FORM, `c=${s}`), '4111%0A1111%0A1111%0A1111'],
  ['a card with narrow blanks', (s) => send(FORM, `c=${s}`), '4111%E2%80%AF1111%E2%80%AF1111%E2%80%AF1111'],
  ['a card with dashes', (s) => send(FORM, `c=${s}`), '4111%E2%80%931111%E2%80%931111%E2%80%931111'],
  [
    'a card in JSON with blanks',
    (s) => send('application/json', `{"c":"${s}"}`),
    String.raw`4111\u00a01111\u00a01111\u00a01111`,
  ],
  [
    'an account with blanks that do not break',
    (s) => send(FORM, `x=${s}`),
    'DE89%C2%A03704%C2%A00044%C2%A00532%C2%A00130%C2%A000',
  ],
  ['a Norwegian account', (s) => send(FORM, `x=${s}`), 'NO9386011117947'],
  ['a telephone number in a form', (s) => send(FORM, `x=${s}`), '%2B49+170+1234567'],
  ['a telephone number with noughts', (s) => send(FORM, `x=${s}`), '0049+170+1234567'],
  ['a mail address of an international domain', (s) => send(FORM, `x=${s}`), 'erika%40b%C3%BCcher.example'],
  ['a mail address with a wide sign', (s) => send(FORM, `x=${s}`), 'erika%EF%BC%A0example.com'],
  [
    'a hook of a chat',
    (s) => send(FORM, `u=https%3A%2F%2Fhooks.slack.com%2Fservices%2F${s}`),
    'TABCDEFGH%2FBABCDEFGH%2Fabcdefghijklmnopqrstuvwx',
  ],
  [
    'a hook of another chat',
    (s) => send('text/plain', `see https://discord.example/api/webhooks/${s}`),
    '112233445566778899/abcdefghijABCDEFGHIJabcdefghij',
  ],
  [
    'a private key of PuTTY',
    (s) => send('text/plain', `PuTTY-User-Key-File-3: x\r\nPrivate-Lines: 1\r\n${s}\r\nPrivate-MAC: 00\r\n`),
    'hunterAbCdEfGh',
  ],
  ['a telephone number with a slash', (s) => send(FORM, `x=${s}`), '0170%2F1234567'],
  ['a telephone number with its area', (s) => send('text/plain', `call ${s} today`), '030 / 123456-78'],
  ['a mail address with quotes', (s) => send(FORM, `x=${s}`), '%22erika+muster%22%40example.com'],
  [
    'a mail address in characters of HTML',
    (s) => send('application/json', `{"x":"to ${s}"}`),
    'er&#105;ka&commat;example&#46;com',
  ],
  ['the same in a form', (s) => send(FORM, `x=${s}`), 'erika%26%2364%3Bexample.com'],
  [
    'a part within a part',
    (s) =>
      send(
        'multipart/form-data; boundary=BB',
        `--BB\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=CC\r\n\r\n--CC\r\nContent-Disposition: form-data; name="password"\r\n\r\n${s}\r\n--CC--\r\n--BB--\r\n`,
      ),
    'nested7secret',
  ],
  [
    'a value beside its name in YAML',
    (s) => send('text/yaml', `env:\n- name: DB_PASSWORD\n  value: ${s}\n- name: page\n  value: two\n`),
    'hunterseven',
  ],
  [
    'a log-in of a file',
    (s) => send('text/plain', `machine a.example\n  login me\n  password ${s}\n`),
    'hunterseven',
  ],
  [
    'a log-in of a file in a form',
    (s) => send(FORM, `x=machine+a.example%0A+login+me+password+${s}%0A`),
    'hunterseven',
  ],
  ['an option behind a bracket', (s) => get('/', 'X-Note', `curl (-password ${s})`), 'hunter22secret'],
  ['a part of a form', (s) => part('password', s), 'zwei drei vier 8'],
  ['a field that the owner names', (s) => send(FORM, `Kunden-Nummer=${s}`), 'K123ABC'],
  ['a header that the owner names', (s) => get('/', 'Kundennummer', s), 'zz-9-alpha'],
  ['a JSON body that is cut', (s) => send('application/json', `{"password":"${s}`), 'cutoff5secret'],
];

const mask = (request: PlainRequest, kept: ReadonlySet<string> = new Set(), masksQueryValues = false) => {
  const substitution = new Substitution();
  const masked = maskRequest(request, {
    names: SensitiveNames.ofSecretsAndPersons(['kundennummer', 'kunden-nummer']),
    substitution,
    masksQueryValues,
    harmless: null,
    keptIn: () => kept,
  });
  return { masked, count: substitution.count };
};
const textOf = ({ target, fields, body }: PlainRequest) => [target, ...fields, body ?? ''].join('\n');
/** Signs and escapes stay: what matters are words and numbers of it. */
const wordsOf = (secret: string): readonly string[] =>
  secret.replace(/%[0-9A-F]{2}/g, ' ').match(/[A-Za-z]{3,}|[0-9]{3,}/g) ?? [];

it.each(PLANTED)('leaves nothing of %s', (_kind, requestWith, secret) => {
  const request = requestWith(secret);
  const { masked, count } = mask(request);
  const names: readonly string[] = wordsOf(textOf(requestWith('')));
  for (const word of wordsOf(secret)) if (!names.includes(word)) expect(textOf(masked)).not.toContain(word);
  expect(textOf(masked)).not.toContain(secret);
  expect(count).toBeGreaterThan(0);
});

it.each(PLANTED)('keeps lengths and signs of %s', (_kind, requestWith, secret) => {
  const request = requestWith(secret);
  const { masked } = mask(request);
  const signsOf = (text: string) =>
    text
      .replace(/%[0-9A-Fa-f]{2}/g, '~')
      .replace(/[A-Za-z]/g, 'a')
      .replace(/[0-9]/g, '9');
  expect(signsOf(textOf(masked))).toBe(signsOf(textOf(request)));
  expect(textOf(masked)).toHaveLength(textOf(request).length);
});

it.each(['\u0664', '\u06f4'])('leaves nothing of a card in digits of other scripts: %s', (four) => {
  const one = String.fromCharCode(four.charCodeAt(0) - 3);
  const card = [four + one.repeat(3), ...Array<string>(3).fill(one.repeat(4))].join(' ');
  const ways: PlainRequest[] = [
    send('text/plain', Buffer.from(`pay ${card}`).toString('latin1')),
    send(FORM, `x=${encodeURIComponent(card)}`),
    send(
      'application/json',
      `{"x":"${card.replace(/[^ ]/g, (digit) => `\\u0${digit.charCodeAt(0).toString(16)}`)}"}`,
    ),
  ];
  for (const request of ways) {
    const { masked, count } = mask(request);
    expect(count).toBe(1);
    expect(masked.body).toHaveLength(request.body!.length);
  }
});

it('has plenty of kinds', () => {
  expect(new Set(PLANTED.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(30);
});

it.each<[string, PlainRequest]>([
  ['pages', get('/shop/shoes?page=2&sort=price', 'User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)')],
  [
    'dates and numbers',
    send(FORM, 'from=01%2F02%2F2024&to=03-04-2024+05%3A06&sizes=012+34+56&v=01.2345.678-90'),
  ],
  ['names and values', send('text/yaml', '- name: page\n  value: two\n- key: sort\n  value: price\n')],
  ['prose', send(FORM, 'comment=We+walked+12+miles+and+it+rained&author=Ann')],
  ['JSON', send('application/json', '{"items":[{"name":"Tea","count":3}],"paid":true}')],
  ['classes of React', send(FORM, 'content=%3Cdiv+className%3D%22search%22+key%3D%7Bid%7D%3E%0A%3Ch1%3E')],
  ['attacks in plain parameters', get('/?id=1%27%20OR%201=1--%20-&x=<script>alert(1)</script>')],
])('leaves %s as they are', (_kind, request) => {
  expect(mask(request)).toEqual({ masked: request, count: 0 });
});

it('the same word is the same again, so that comparisons stay true', () => {
  const { masked } = mask(get('/', 'Cookie', `a=7' or 'blue'='blue`));
  const [, left, right] = /'([a-z]+)'='([a-z]+)$/.exec(masked.fields[3]!)!;
  expect(left).toBe(right);
  expect(left).not.toBe('blue');
});

it.each([
  ['prose of many lines', 'Passwords, tokens and keys\r\nare kept elsewhere.\r\n'],
  ['a table without secrets', 'page,name\r\n2,Ann\r\n'],
  ['a table of other lines', 'page,password\r\nhello\r\n'],
  ['options', 'tar -x -f a.tar --verbose yes; ls -u a; mysql -p shop; sort -u'],
])('%s stays as it is', (_what, text) => {
  const requests = [send('text/plain', text), send(FORM, new URLSearchParams({ text }).toString())];
  for (const request of requests) expect(mask(request)).toEqual({ masked: request, count: 0 });
});

it('of a table only the columns are masked whose names are secret, and what is behind it stays', () => {
  const { masked } = mask(
    send('text/csv', 'page,password,go\r\n2,"a ""b"", c",1\r\n3,,0\r\nx\r\n4,hunter,&go\r\n'),
  );
  expect(masked.body).toMatch(
    /^page,password,go\r\n2,"[qvwyzk] ""[qvwyzk]"", [qvwyzk]",1\r\n3,,0\r\nx\r\n4,[qvwyzk]{6},&go\r\n$/,
  );
});

it.each(['Name (legal),Password,go', 'Größe,Passwort *,go', 'Shop/page;"Password?";go', '#,Пароль,go'])(
  'a table may have any names: %s',
  (names) => {
    const sign = names.includes(';') ? ';' : ',';
    const text = `${names}\r\nAnn${sign}hunter${sign}yes\r\n`;
    const bytes = Buffer.from(text).toString('latin1');
    for (const way of [send('text/csv', bytes), send(FORM, `text=${encodeURIComponent(text)}`)]) {
      const body = decodeURIComponent(mask(way).masked.body!);
      expect(body).not.toContain('hunter');
      expect(body).toMatch(/Ann.[qvwyzk]{6}.yes/);
    }
  },
);

it.each<[string, (secret: string) => string]>([
  ['an option', (s) => `curl --token ${s}`],
  ['an option in quotes', (s) => `curl --token "${s}" x`],
  ['an assignment', (s) => `see password=${s}`],
  ['an assignment in quotes', (s) => `see password="${s}" x`],
  ['an assignment whose quotes are cut off', (s) => `see password="${s}`],
  ['a line of YAML', (s) => `password: ${s}`],
  ['lines of YAML', (s) => `password: |\n  ${s}\n  ${s}\nx: y`],
  ['an object', (s) => `see password: {"a": ["${s}"], "b": "${s}"} x`],
  ['an element', (s) => `see <password>${s}</password>`],
  ['cookies', (s) => `see Cookie: a=${s}; b=${s}\nx`],
  ['a serialised value', (s) => `a:1:{s:8:"password";s:9000:"${s}";}`],
])('a secret is masked to its end, however long it is: %s', (_what, textWith) => {
  const secret = 'hunter-'.repeat(1_300);
  const { masked } = mask(send('text/plain', textWith(secret)));
  expect(masked.body).not.toContain('hunter');
  expect(masked.body).toHaveLength(textWith(secret).length);
});

it.each([
  ['\uff41\uff22\uff13', /^[\uff41-\uff5a][\uff21-\uff3a][\uff11-\uff19]$/],
  ['\uff43\uff1c\uff44', /^[\uff41-\uff5a]\uff1c[\uff41-\uff5a]$/],
])('letters and digits of full width become others: %s', (word, expected) => {
  const plain = Buffer.from(word).toString('latin1');
  const json = Array.from(word, (one) => `\\u${one.charCodeAt(0).toString(16)}`).join('');
  const ways: [string, (masked: string) => string][] = [
    [plain, (masked) => Buffer.from(masked, 'latin1').toString()],
    [encodeURIComponent(word), decodeURIComponent],
    [
      encodeURIComponent(encodeURIComponent(word)),
      (masked) => decodeURIComponent(decodeURIComponent(masked)),
    ],
    [json, (masked) => JSON.parse(`"${masked}"`) as string],
  ];
  for (const [written, read] of ways) {
    const masked = new Substitution().mask(written);
    expect(masked).toHaveLength(written.length);
    expect(read(masked)).toMatch(expected);
    expect(read(masked)).not.toBe(word);
  }
});

it('a quoted value within a form ends where a blank follows its quote', () => {
  const { masked } = mask(send(FORM, 'x=%3Cinput+data-token%3D%22hunter%22+type%3D%22text%22%3E'));
  expect(masked.body).toMatch(/^x=%3Cinput\+data-token%3D%22[qvwyzk]{6}%22\+type%3D%22text%22%3E$/);
});

it('words that a rule has found stay where it found them', () => {
  const { masked } = mask(get('/', 'Cookie', 'a=x union select hunter'), new Set(['union', 'select']));
  expect(masked.fields[3]).toMatch(/^a=[qvwyzk] union select [qvwyzk]{6}$/);
});

it.each([
  [get('/?x=1%20a.b@c.example'), /^\/\?x=1%20[qvwyzk]/],
  [get('/?x=1%2Fabcdefabcdefabcdef123456789012'), /^\/\?x=1%2F[qvwyzk]/],
])('a secret begins behind an escape, not in it', (request, masked) => {
  expect(mask(request).masked.target).toMatch(masked);
});

it('lines of JSON end where they ended', () => {
  const { masked } = mask(send('application/json', String.raw`{"text":"list\nhalf@mail.example"}`));
  expect(masked.body).toMatch(/^\{"text":"list\\n[qvwyzk]{4}@/);
});

it.each([
  ['letters that are escaped', 'Cookie', 'a=%68unter', /^a=%[5-7][0-9a-f][qvwyzk]{5}$/],
  ['letters that are escaped twice', 'Cookie', 'a=%2568unter', /^a=%25[5-7][0-9a-f][qvwyzk]{5}$/],
  [
    'escapes of JSON',
    'Cookie',
    String.raw`a=\u0068\x75nter\n\u003c`,
    /^a=\\u00[5-7].\\x[5-7].[qvwyzk]{4}\\n\\u003c$/,
  ],
  ['other alphabets', 'Cookie', 'a=\xd0\xbf\xd0\xb0%D1%80%E3%81%82', /^a=\xc3\xa9\xc3\xa9%C3%A9%E4%B8%80$/],
  [
    'signs that a rule may look for',
    'Cookie',
    'a=%C0%AF%EF%BC%9C\xe2\x80\x98%e2%80%99',
    /^a=%C0%AF%EF%BC%9C\xe2\x80\x98%e2%80%99$/,
  ],
])('%s are masked as what they are', (_what, name, value, masked) => {
  expect(mask(get('/', name, value)).masked.fields[3]).toMatch(masked);
});

it('an escaped word that a rule has found stays as well', () => {
  const { masked } = mask(get('/', 'Cookie', 'a=%75nion+hunter'), new Set(['union']));
  expect(masked.fields[3]).toMatch(/^a=%75nion\+[qvwyzk]{6}$/);
});

it.each([
  ['/auth/callback', '/auth/callback'],
  ['/password/reset', '/password/reset'],
  ['/blog/10-best-shoes-of-2024', '/blog/10-best-shoes-of-2024'],
  ['/api/v2/sessions/current', '/api/v2/sessions/current'],
])('a path of words stays: %s', (target, expected) => {
  expect(mask(get(target)).masked.target).toBe(expected);
});

it('escapes of escapes keep what they escape', () => {
  expect(mask(get('/', 'Cookie', 'a=%2527%253Cb')).masked.fields[3]).toMatch(/^a=%2527%253C[qvwyzk]$/);
});

it('leaves no value of a query where a site masks all of them, whatever a rule found in one', () => {
  const request = get('/shop/shoes?q=erika+attack&page=2&erika', 'Referer', 'https://a.example/?q=erika');
  const { masked } = mask(request, new Set(['attack']), true);
  const target = textOf(masked);
  for (const value of ['erika', 'attack']) expect(target).not.toContain(value);
  expect(target).toMatch(/^\/shop\/shoes\?q=[qvwyzk]{5}\+[qvwyzk]{6}&page=[1-9]&[qvwyzk]{5}\n/);
  expect(textOf(mask(request).masked)).toContain('page=2');
});

describe('with a memory of harmless texts', () => {
  const OWN = SensitiveNames.ofSecretsAndPersons(['kundennummer']);
  const masked = (
    request: PlainRequest,
    names: SensitiveNames,
    harmless: HarmlessTexts | null,
    { kept = new Set<string>(), masksQueryValues = false } = {},
  ) =>
    maskRequest(request, {
      names,
      substitution: new Substitution(),
      harmless,
      masksQueryValues,
      keptIn: () => kept,
    });
  /** Which characters are others than before. */
  const changes = (request: PlainRequest, after: PlainRequest) =>
    [after.target, ...after.fields, after.body ?? '']
      .map((text, index) => [request.target, ...request.fields, request.body ?? ''][index] !== text)
      .join();

  it('the same is masked the first time and ever after', () => {
    const harmless = new HarmlessTexts();
    for (let round = 0; round < 3; round++)
      for (const [, requestWith, secret] of PLANTED)
        for (const names of [OWN, SensitiveNames.ofSecretsAndPersons([])]) {
          const request = requestWith(secret);
          expect(changes(request, masked(request, names, harmless))).toBe(
            changes(request, masked(request, names, null)),
          );
        }
  });

  it('what one owner takes for harmless may be a secret of another', () => {
    const harmless = new HarmlessTexts();
    const request = get('/', 'Kundennummer', 'zz-9-alpha');
    expect(masked(request, SensitiveNames.ofSecretsAndPersons([]), harmless)).toEqual(request);
    expect(masked(request, OWN, harmless).fields).not.toContain('zz-9-alpha');
  });

  it('what stays of an address on one site goes on another that masks all values', () => {
    const harmless = new HarmlessTexts();
    const request = get('/shop?q=erika');
    expect(masked(request, OWN, harmless)).toEqual(request);
    expect(masked(request, OWN, harmless, { masksQueryValues: true }).target).not.toContain('erika');
    expect(masked(request, OWN, harmless)).toEqual(request);
  });

  it('what stayed because a rule had found it is masked where none has', () => {
    const harmless = new HarmlessTexts();
    const request = get('/', 'X-Api-Key', 'union');
    expect(masked(request, OWN, harmless, { kept: new Set(['union']) })).toEqual(request);
    expect(masked(request, OWN, harmless).fields).not.toContain('union');
  });
});
