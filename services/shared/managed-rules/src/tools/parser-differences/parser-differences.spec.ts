import { SeenValues } from './compare.ts';
import { EngineEye } from './engine-view.ts';
import { FOUND } from './found/index.ts';
import { form, request, xml } from './found/requests.ts';
import { caseOf } from './generate/index.ts';
import { isOf, PARSER_PROFILES, profileOf } from './profiles.ts';
import { CASE_KINDS } from './request-case.ts';

const eye = new EngineEye();

/** Of these the engine reads more as one text than the parser does, and nothing stands before it that a rule would stumble on. */
const WITHIN_MORE: ReadonlySet<string> = new Set([
  'references in XML of no such type',
  'EBCDIC whose escapes are in EBCDIC again',
  'EBCDIC behind the first byte that is not ASCII',
  'a prefix against scripts',
  'a short text with a control',
]);

describe('where parsers differ', () => {
  it.each(FOUND)('%s: %s is seen', (_parser, what, sent, reads) => {
    const view = eye.look(sent);
    expect(view.refused).toBe(false);
    const seen = new SeenValues(view);
    expect(seen.unseen([reads])).toEqual([]);
    if (!WITHIN_MORE.has(what)) expect(seen.embedded([reads])).toEqual([]);
  });

  it('attributes that only a declaration gives a value are refused with it', () => {
    const sent = xml('<!DOCTYPE a [<!ATTLIST a d CDATA "m\'&lt;w>">]><a/>');
    expect(eye.look(sent).refused).toBe(true);
  });

  it('an instruction without a name is refused: to some it ends at once', () => {
    expect(eye.look(xml("<r><?><a>m'</a><?p i?></r>")).refused).toBe(true);
  });

  it('an instruction with a quote that nothing closes is refused: to some it goes on to the next', () => {
    expect(eye.look(xml("<r><?p 'i?><a>m</a><?p 'i?></r>")).refused).toBe(true);
    expect(eye.look(xml('<r><?p a="it\'s"?><a>m</a></r>')).refused).toBe(false);
  });

  it.each([
    ['UTF-32', (text: string) => text.replace(/./g, '\0\0\0$&')],
    ['UTF-32 with a mark', (text: string) => `\0\0\xfe\xff${text.replace(/./g, '\0\0\0$&')}`],
    ['UTF-32 of lower bytes first', (text: string) => text.replace(/./g, '$&\0\0\0')],
  ])("entities of one's own are refused in %s", (_what, coded) => {
    const sent = xml(coded('<!DOCTYPE a [<!ENTITY e "x\'<w/>">]><a>&e;</a>'), 'text/plain');
    expect(eye.look(sent).refused).toBe(true);
  });

  it('a return by itself in the head of a part is refused: to some two of them end it', () => {
    const sent = request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="a"\r\nX: y\r\r\nX: z\r\n\r\nm\'\r\n--b--\r\n',
    });
    expect(eye.look(sent).refused).toBe(true);
  });

  it('a name that ends in a backslash is refused: for some parsers it continues after its quote', () => {
    const sent = request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="a\\\\"; filename="<m>"\r\n\r\n1\r\n--b--\r\n',
    });
    expect(eye.look(sent).refused).toBe(true);
  });

  it('says what the engine has not seen', () => {
    const seen = new SeenValues(eye.look(form("a=m'<q>")));
    expect(seen.unseen(["m'<q>", "M'<q>", 'word'])).toEqual(["M'<q>"]);
    expect(seen.embedded(["m'<", "m'<q>"])).toEqual(["m'<"]);
    const joined = new SeenValues(eye.look(form('a==41 some words&a=more of them')));
    expect(joined.unseen(['=41 some words,more of them', '=41 some words,others again'])).toEqual([
      '=41 some words,others again',
    ]);
  });

  it('a parser belongs to one profile, and one that none names is an error', () => {
    const names = [
      'Node: cookie',
      'Node: fast-querystring',
      'Node: querystring, joined',
      'Java: Netty, lax',
      'PHP',
    ];
    for (const name of names)
      expect(PARSER_PROFILES.filter((profile) => isOf(profile, name))).toEqual([profileOf(name)]);
    expect(() => profileOf('Node: unheard of')).toThrow('no profile');
  });

  it('makes the same cases of the same seed, of each kind', () => {
    const cases = Array.from({ length: 60 }, (_, id) => caseOf(7, id));
    expect(cases).toEqual(Array.from({ length: 60 }, (_, id) => caseOf(7, id)));
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(CASE_KINDS));
    expect(new Set(cases.map((one) => JSON.stringify({ ...one, id: 0 }))).size).toBeGreaterThan(50);
  });
});
