import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { bodyOf } from '../../../test/support/body.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import { runToEnd } from '../../model/pausable.ts';
import { noMultipartFlags } from './multipart-flags.ts';
import { bodyProcessors } from './registry.ts';
import type { BodySink, FilePart, RequestLimit, XmlDocument } from './types.ts';
import { parseUrlEncoded, urlEncodedProcessor } from './urlencoded.ts';

const LIMITS = {
  jsonDepth: 8,
  argumentSeparator: '&',
  fileCount: 2,
  bodyWithoutFiles: 0,
  everyReading: false,
};

class RecordingSink implements BodySink {
  readonly budget = new StepBudget();
  readonly args: [string, string][] = [];
  readonly files: FilePart[] = [];
  readonly partHeaders: [string, string][] = [];
  flags: Readonly<ReturnType<typeof noMultipartFlags>> = noMultipartFlags();
  brokenEscapes = 0;
  xml: XmlDocument | null = null;
  argumentLimit = 1000;
  limit: RequestLimit | null = null;

  argument(key: string, value: string): boolean {
    if (this.args.length >= this.argumentLimit) {
      this.limitExceeded('arguments');
      return false;
    }
    this.args.push([key, value]);
    return true;
  }
  argumentsLeft(): number {
    return this.argumentLimit - this.args.length;
  }
  packedArguments(found: PackedArguments): void {
    for (const { key, value } of found.entries('ARGS')) this.args.push([key ?? '', value]);
  }
  limitExceeded(limit: RequestLimit): void {
    this.limit ??= limit;
  }
  urlEncodedError(): void {
    this.brokenEscapes++;
  }
  file(part: FilePart): void {
    this.files.push(part);
  }
  field(): void {
    // Fields are arguments as well.
  }
  furtherFilename(): void {
    // Names come again with their parts.
  }
  multipartName(): void {
    // Names come again with their parts.
  }
  multipartFilename(): void {
    // Filenames come again with their files.
  }
  partHeader(partName: string, line: string): void {
    this.partHeaders.push([partName, line]);
  }
  multipartFlags(flags: Readonly<ReturnType<typeof noMultipartFlags>>): void {
    this.flags = flags;
  }
  xmlDocument(document: XmlDocument): null {
    this.xml = document;
    return null;
  }
}

function run(name: string, body: string, contentType = '', sink = new RecordingSink()) {
  const error = runToEnd(
    bodyProcessors.get(name)!({ body: bodyOf(body), contentType, limits: LIMITS }, sink),
  );
  return { error, sink };
}

describe('URLENCODED', () => {
  it('decodes as applications do and keeps order, duplicates and nameless pieces', () => {
    expect(run('URLENCODED', 'a=1+2&b=%41%zz&&a&=x&').sink.args).toEqual([
      ['a', '1 2'],
      ['b', 'A%zz'],
      ['', ''],
      ['a', ''],
      ['', 'x'],
    ]);
  });

  it('notices broken escapes', () => {
    expect(run('URLENCODED', 'a=%4').sink.brokenEscapes).toBe(1);
  });

  it('reads a body as a query string is read', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b=',
        '=',
        '==',
        '&',
        '&&',
        '+',
        '%',
        '%4',
        '%41',
        '%zz',
        '%26',
        '%3d',
        '\xe9',
        '\0',
        ';',
        'word',
      ],
    );
    const text = fc.array(fc.oneof(piece, byteString(3)), { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('&', ';'), fc.nat({ max: 5 }), (body, separator, argumentLimit) => {
        const [asBody, asQuery] = [new RecordingSink(), new RecordingSink()];
        asBody.argumentLimit = argumentLimit;
        asQuery.argumentLimit = argumentLimit;
        const limits = { ...LIMITS, argumentSeparator: separator };
        runToEnd(urlEncodedProcessor({ body: bodyOf(body), contentType: '', limits }, asBody));
        parseUrlEncoded(body, separator, asQuery);
        expect(asBody.args).toEqual(asQuery.args);
        expect(asBody.limit).toBe(asQuery.limit);
        // Beyond the limit only the query string's reader examines one more argument.
        if (asQuery.args.length < argumentLimit)
          expect(asBody.brokenEscapes > 0).toBe(asQuery.brokenEscapes > 0);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('JSON', () => {
  it('flattens as libmodsecurity does, keeps spellings and duplicate names', () => {
    const { error, sink } = run(
      'JSON',
      '{"a":[{"b":1.50},[true,null]],"a":"\\u00e9\\ud834\\udd1e\\n","":{}}',
    );
    expect(error).toBeNull();
    expect(sink.args).toEqual([
      ['json.a.array_0.b', '1.50'],
      ['json.a.array_1.array_0', 'true'],
      ['json.a.array_1.array_1', ''],
      ['json.a', '\xc3\xa9\xf0\x9d\x84\x9e\n'],
    ]);
  });

  it('finds what JSON.parse finds', () => {
    const flatten = (value: unknown, path: string): [string, string][] => {
      if (Array.isArray(value))
        return value.flatMap((item, index) => flatten(item, `${path}.array_${index}`));
      if (value === null) return [[path, '']];
      if (typeof value !== 'object') return [[path, Buffer.from(String(value)).toString('latin1')]];
      return Object.entries(value).flatMap(([key, item]) =>
        flatten(item, `${path}.${Buffer.from(key).toString('latin1')}`),
      );
    };
    const numbers = fc.integer({ min: -100_000, max: 100_000 });
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const document = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        numbers,
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    })).value;
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1), fc.boolean(), (value, indent, escaped) => {
        const plain = JSON.stringify(value, null, indent);
        const json = escaped
          ? plain.replace(
              /[\u0080-\uffff]/g,
              (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
          : Buffer.from(plain).toString('latin1');
        const { error, sink } = run('JSON', json);
        expect(error).toBeNull();
        expect(sink.args).toEqual(flatten(JSON.parse(plain), 'json'));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['{', '[1,]', '{"a" 1}', '{a:1}', '01', '"\n"', '"\\x"', '[1] x', 'tru', '{"a":1,}'])(
    'refuses %j',
    (body) => {
      expect(run('JSON', body).error).toMatch(/^JSON parsing error/);
    },
  );

  it('bounds depth, number of values and the length of their names, and says which', () => {
    const { error, sink } = run('JSON', '['.repeat(8) + ']'.repeat(8));
    expect([error, sink.limit]).toEqual([null, null]);
    const deep = run('JSON', '['.repeat(9) + ']'.repeat(9));
    expect([deep.error, deep.sink.limit]).toEqual([expect.stringContaining('depth'), 'JSON depth']);
    expect(run('JSON', '[1').sink.limit).toBeNull();
    const few = new RecordingSink();
    few.argumentLimit = 2;
    expect(run('JSON', '[1,2,3]', '', few).error).toContain('argument limit');
    expect(few.limit).toBe('arguments');
    const name = 'n'.repeat(60_000);
    const long = run('JSON', `{"${name}":[${'1,'.repeat(900)}1]}`);
    expect([long.error, long.sink.limit]).toEqual([
      expect.stringContaining('names are too long'),
      'JSON member names',
    ]);
  });
});

const selected = (document: XmlDocument, path: string) => runToEnd(document.select(path, new StepBudget()));

describe('XML', () => {
  it('answers selectors with text and attributes', () => {
    const { error, sink } = run(
      'XML',
      '<?xml version="1.0"?><a x="1&amp;2"><b y=\'3\'>t&#x41;<![CDATA[<c>]]></b> u</a>',
    );
    expect(error).toBeNull();
    expect(selected(sink.xml!, '/*')).toEqual(['tA<c> u']);
    expect(selected(sink.xml!, '//@*')).toEqual(['1&2', '3']);
    expect(selected(sink.xml!, '/a/b')).toEqual(['tA<c>']);
    expect(selected(sink.xml!, '//b/@y')).toEqual(['3']);
    expect(selected(sink.xml!, '//text()')).toEqual(['tA<c>', ' u']);
    expect(selected(sink.xml!, '/a/text()')).toEqual([' u']);
  });

  it('has a text between two tags, whatever comments and sections it is made of', () => {
    const { xml } = run('XML', '<a>one<b/>t<!-- c -->w<![CDATA[o]]><c>three<?p q?></c>\n<d></d></a>').sink;
    const texts = Array.from({ length: xml!.textCount }, (_, index) => xml!.textAt(index));
    expect(texts).toEqual(['one', 'two', 'three', '\n']);
    expect(selected(xml!, '//text()')).toEqual(texts);
    expect(selected(xml!, '/a/text()')).toEqual(['one', 'two', '\n']);
    expect(selected(xml!, '//c/text()')).toEqual(['three']);
  });

  it('never loads external entities and bounds internal ones', () => {
    const external = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>[&e;]</a>';
    expect(selected(run('XML', external).sink.xml!, '/*')).toEqual(['[]']);
    const levels = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    ).join('');
    const laughs = `<!DOCTYPE a [<!ENTITY l0 "ha">${levels}]><a>&l9;</a>`;
    const bomb = run('XML', laughs);
    expect(bomb.error).toMatch(/nested too deeply|limit exceeded/);
    expect(bomb.sink.limit).toBe('XML entities');
  });

  it.each([
    '<a>',
    '<a></b>',
    '<a b></a>',
    '<a b="1" b="2"/>',
    'x',
    '<a/><b/>',
    '<a>&nope;</a>',
    '<a b="<"/>',
    '<!DOCTYPE a [',
  ])('refuses %j', (body) => {
    expect(run('XML', body).error).toMatch(/^XML parsing error/);
  });
});

describe('MULTIPART', () => {
  const TYPE = 'multipart/form-data; boundary=b';
  const lines = (...parts: string[]) => parts.map((part) => `${part}\r\n`).join('');
  const FIELD = ['--b', 'Content-Disposition: form-data; name="a"', '', '1'];
  const FILE = [
    '--b',
    'Content-Disposition: form-data; name="f"; filename="x.txt"',
    'Content-Type: text/plain',
    '',
    'data',
    'more',
  ];

  it('finds fields, files and part headers', () => {
    const { error, sink } = run('MULTIPART', lines(...FIELD, ...FILE, '--b--'), TYPE);
    expect(error).toBeNull();
    expect(sink.args).toEqual([['a', '1']]);
    expect(sink.files).toEqual([
      { name: 'f', filename: 'x.txt', content: 'data\r\nmore', type: 'text/plain' },
    ]);
    expect(sink.partHeaders).toContainEqual(['f', 'Content-Type: text/plain']);
    expect(sink.flags).toEqual({ ...noMultipartFlags(), crlfLine: true, unmatchedBoundary: 2 });
  });

  it.each([
    ['dataBefore', lines('x', ...FIELD, '--b--'), TYPE],
    ['dataAfter', lines(...FIELD, '--b--', 'x'), TYPE],
    ['boundaryQuoted', lines(...FIELD, '--b--'), 'multipart/form-data; boundary="b"'],
    ['boundaryWhitespace', lines(...FIELD, '--b--'), 'multipart/form-data; boundary =b'],
    ['missingSemicolon', lines(...FIELD, '--b--'), 'multipart/form-data boundary=b'],
    ['lfLine', lines(...FIELD, '--b--').replace('\r\n', '\n'), TYPE],
    ['invalidQuoting', lines('--b', "Content-Disposition: form-data; name='a'", '', '1', '--b--'), TYPE],
    ['headerFolding', lines('--b', 'Content-Disposition: form-data;', ' name="a"', '', '1', '--b--'), TYPE],
    [
      'invalidHeaderFolding',
      lines('--b', 'Content-Disposition: form-data;', '\v name="a"', '', '1', '--b--'),
      TYPE,
    ],
    [
      'invalidPart',
      lines('--b', 'Content-Disposition: form-data; name="a"', '', '--b--', 'x', '--b--'),
      TYPE,
    ],
    ['invalidPart', lines('--b', 'Content-Disposition: form-data; name="a"', '', 'x--b', '--b--'), TYPE],
    [
      'invalidPart',
      lines('--b', 'Content-Disposition: form-data; name="a"', '', '1', 'x--b--', '--b--'),
      TYPE,
    ],
    ['fileLimitExceeded', lines(...FILE, ...FILE, ...FILE, '--b--'), TYPE],
  ] as const)('flags %s', (flag, body, type) => {
    expect(run('MULTIPART', body, type).sink.flags[flag]).toBe(true);
  });

  it('takes empty lines around the parts for nothing', () => {
    const { error, sink } = run('MULTIPART', lines('', ...FIELD, '--b--', '', ' '), TYPE);
    expect(error).toBeNull();
    expect(sink.flags).toMatchObject({ dataBefore: false, dataAfter: false, invalidPart: false });
  });

  it('tells a boundary that only looks like one from real ones', () => {
    expect(run('MULTIPART', lines(...FIELD, '--bogus', '--b--'), TYPE).error).toContain('Invalid boundary');
    const lookalike = lines('--b', 'Content-Disposition: form-data; name="a"', '', '--other', '--b--').slice(
      0,
      -2,
    );
    expect(run('MULTIPART', lookalike, TYPE).sink.flags.unmatchedBoundary).toBe(2);
  });

  it.each([
    ['no boundary', '', 'x', 'multipart/form-data'],
    ['two boundaries', '', 'x', 'multipart/form-data; boundary=a; boundary=b'],
    ['a boundary of strange characters', '', 'x', 'multipart/form-data; boundary=a{b'],
    ['no final boundary', 'Final boundary missing', lines(...FIELD), TYPE],
    [
      'a part without disposition',
      'missing Content-Disposition',
      lines('--b', 'X: y', '', '1', '--b--'),
      TYPE,
    ],
    [
      'a NUL in a part header',
      'Nul byte',
      lines('--b', 'Content-Disposition: form-data; name="a\0"', '', '1', '--b--'),
      TYPE,
    ],
    ['a header twice', 'Duplicate part header', lines('--b', FIELD[1]!, FIELD[1]!, '', '1', '--b--'), TYPE],
    [
      'two names',
      '(-14)',
      lines('--b', 'Content-Disposition: form-data; name="a"; name="b"', '', '1', '--b--'),
      TYPE,
    ],
    [
      'filename* alone',
      '(-21)',
      lines('--b', "Content-Disposition: form-data; name=a; filename*=utf-8''x", '', '1', '--b--'),
      TYPE,
    ],
  ])('refuses %s', (_, message, body, type) => {
    const { error, sink } = run('MULTIPART', body, type);
    expect(error).toContain(message);
    expect(error).toMatch(/^Multipart parsing error/);
    expect(sink.flags.error || message.startsWith('(')).toBe(true);
  });
});
