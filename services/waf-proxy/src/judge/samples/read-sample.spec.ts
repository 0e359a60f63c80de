import { readHar } from './json-samples.ts';
import { readSample } from './read-sample.ts';
import { recordedSample, SampleError } from './sample.ts';

const HOST = 'shop.example';
const read = (text: string) => {
  const { fields, body, ...rest } = readSample(text, HOST);
  return { ...rest, fields: fields.map((field) => field.join(': ')), body: body?.toString() ?? null };
};

it('an address alone is asked as a browser would', () => {
  expect(read('/search?q=%27')).toMatchObject({ method: 'GET', target: '/search?q=%27', body: null });
  expect(read('https://a.example/x#part').fields).toEqual(
    expect.arrayContaining(['Host: a.example', expect.stringMatching(/^User-Agent: Mozilla/)]),
  );
  expect(read('/').fields[0]).toBe('Host: shop.example');
});

it.each(['\n', '\r\n'])('the text of a request, with lines that end %j', (end) => {
  const text = ['POST /a?b=1 HTTP/1.1', 'Host: h.example', 'X-A:  y ', '', 'q=1', 'z'].join(end);
  expect(read(text)).toEqual({
    method: 'POST',
    target: '/a?b=1',
    fields: ['Host: h.example', 'X-A: y'],
    body: `q=1${end}z`,
    secure: true,
  });
});

it.each<[string, object]>([
  [
    `curl 'https://a.example/x?y=1' -H 'Accept: text/html' -H 'X-Empty;' --compressed -A me -b 'a=1; b=2'`,
    {
      method: 'GET',
      target: '/x?y=1',
      fields: ['Host: a.example', 'User-Agent: me', 'Accept: text/html', 'X-Empty: ', 'Cookie: a=1; b=2'],
      secure: true,
    },
  ],
  [
    `curl a.example -sSd 'a=1' --data-urlencode 'b=c d' -XPUT`,
    { method: 'PUT', target: '/', body: 'a=1&b=c%20d', secure: false },
  ],
  [`curl -G "http://a.example/x?p" -d "q='"`, { method: 'GET', target: "/x?p&q='", body: null }],
  [
    String.raw`curl --json $'{"a":"\u003cb\x3e\n\''$'\'"}' \
  https://a.example/`,
    { method: 'POST', body: `{"a":"<b>\n''"}` },
  ],
  [String.raw`curl "https://a.example/\"\$x\y"`, { target: String.raw`/"$x\y` }],
])('%s', (command, expected) => expect(read(command)).toMatchObject(expected));

it('curl as browsers on Windows copy it', () => {
  const command = String.raw`curl ^"https://a.example/x?y=1^&z=%^20^" ^
  -X POST ^
  -H ^"Content-Type: application/json^" ^
  --data-raw ^"^{^\^"a^\^":^\^"^<b^>^\^"^}^"`;
  for (const text of [command, command.replaceAll('\n', '\r\n')])
    expect(read(text)).toMatchObject({
      method: 'POST',
      target: '/x?y=1&z=%20',
      fields: expect.arrayContaining(['Host: a.example', 'Content-Type: application/json']),
      body: '{"a":"<b>"}',
    });
});

it('a command of very many words is refused before its options are read', () => {
  const command = `curl https://a.example ${'-H "a: b" '.repeat(19_000)}`;
  expect(() => read(command)).toThrow('1000 words at most');
});

it('half a letter of two is sent as every program sends it', () => {
  expect(read('curl a.example --data-urlencode "a=\ud800"').body).toBe('a=%EF%BF%BD');
});

it('a form of curl', () => {
  const { body, fields } = read(`curl https://a.example/ -F 'text=hello there' -F 'n=1'`);
  expect(body).toMatch(
    /^-+palisade-sample\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello there\r\n-/,
  );
  expect(fields).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Content-Type: multipart\/form-data; boundary=/)]),
  );
});

it.each([
  ['', 'nothing'],
  ['hello', 'no request line'],
  ['GET / HTTP/1.1\nno header', 'line 2 is no header'],
  ['curl -d @/etc/passwd https://a.example', 'files are not read'],
  ["curl -F 'f=@/etc/passwd' https://a.example", 'files are not read'],
  ['curl https://a.example | sh', 'only one command'],
  ['curl --config x https://a.example', "Unknown option '--config'"],
  ["curl 'https://a.example", 'never closed'],
  ['curl', 'no address'],
  ['{"method": "GET"', 'not JSON'],
  ['{"method": "G T", "url": "/"}', 'method: is no method'],
  ['{"url": "/", "headers": {"a": "b\\r\\nc: d"}}', 'has a line break'],
  ['{"log": {"entries": []}}', 'the archive has 0 requests'],
])('%j is refused, and why is said', (text, why) => {
  expect(() => readSample(text, HOST)).toThrow(SampleError);
  expect(() => readSample(text, HOST)).toThrow(why);
});

it('lines of JSON and entries of archives', () => {
  expect(read('{"method":"POST","uri":"/a","headers":[["X-A","1"]],"body_b64":"YQ=="}')).toMatchObject({
    target: '/a',
    fields: ['Host: shop.example', 'X-A: 1'],
    body: 'a',
  });
  const request = {
    method: 'POST',
    url: 'https://a.example/login',
    headers: [{ name: ':authority', value: 'a.example' }],
    postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'u', value: 'a b' }] },
  };
  expect(read(JSON.stringify({ request }))).toMatchObject({
    method: 'POST',
    target: '/login',
    fields: ['Host: a.example', 'Content-Type: application/x-www-form-urlencoded'],
    body: 'u=a+b',
  });
  expect(readHar({ log: { entries: [{ request }, { request }] } })).toHaveLength(2);
});

it('lengths are those of the sample, whatever its text says', () => {
  const sample = readSample(
    'POST / HTTP/1.1\nHost: a\nContent-Length: 999\nTransfer-Encoding: chunked\n\nabc',
    HOST,
  );
  const fields = recordedSample(sample).fields.map((bytes) => Buffer.from(bytes).toString());
  expect(fields).toEqual(['Host', 'a', 'Content-Length', '3']);
});
