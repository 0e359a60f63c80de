import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { bodyProcessors } from '../../src/evaluate/body-processors/registry.ts';
import type { BodySink } from '../../src/evaluate/body-processors/types.ts';
import { compileRuleSet, RuleError } from '../../src/index.ts';
import type { PackedArguments } from '../../src/model/packed-arguments.ts';
import { runToEnd } from '../../src/model/pausable.ts';
import { bodyOf } from '../support/body.ts';

/** Seconds for each target; PALISADE_FUZZ_SECONDS makes a longer hunt of it. */
const SECONDS = Number(process.env.PALISADE_FUZZ_SECONDS ?? 2);
const LIMITS = {
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
  numRuns: 1_000_000,
} as const;
const TEST_TIMEOUT = (SECONDS + 20) * 1000;

/** Fragments that mean something to the target, mixed with noise, as a byte string. */
const mixed = (...fragments: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 6 })), {
      maxLength: 40,
    })
    .map((parts) => Buffer.from(parts.join(''), 'utf8').toString('latin1'));

const DIRECTIVES = mixed(
  ...[
    'SecRule ',
    'SecAction ',
    'SecMarker ',
    'ARGS',
    '|!',
    '&',
    ':/a/',
    ' "@rx ',
    ' "@pm ',
    '" "',
    'id:1',
    ',phase:2',
    ',chain',
    ',t:lowercase',
  ],
  ...[
    "'",
    '"',
    '\\',
    '\\\n',
    '\n',
    ',setvar:tx.a=+1',
    '%{tx.b}',
    ',ctl:ruleEngine=Off',
    'SecDefaultAction ',
    '(',
    '[',
    '*',
    '{1,3}',
    '\\x{41}',
  ],
);
const BODIES = mixed(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\u00',
    '\\ud800',
    '1e9',
    'true',
    '<a>',
    '</a>',
    '<!DOCTYPE a [<!ENTITY e "',
    '&e;',
    '<![CDATA[',
    ']]>',
    '<!--',
  ],
  ...[
    '--b\r\n',
    '--b--',
    'Content-Disposition: form-data; name="',
    '; filename="',
    '\r\n\r\n',
    '\n',
    "filename*=utf-8''",
    '&',
    '=',
    '%',
    '+',
    '%u0041',
  ],
);

class CountingSink implements BodySink {
  readonly budget = new StepBudget();
  args = 0;
  bytes = 0;

  argument(key: string, value: string): boolean {
    this.bytes += key.length + value.length;
    return ++this.args < 1000;
  }
  argumentsLeft(): number {
    return 1000 - this.args;
  }
  packedArguments(found: PackedArguments): void {
    for (const { key, value } of found.entries('ARGS')) this.argument(key ?? '', value);
  }
  urlEncodedError(): void {
    this.args++;
  }
  limitExceeded(): void {
    this.args++;
  }
  file(): void {
    this.args++;
  }
  field(): void {
    this.args++;
  }
  furtherFilename(): void {
    this.args++;
  }
  multipartName(): void {
    this.args++;
  }
  multipartFilename(): void {
    this.args++;
  }
  partHeader(): void {
    this.args++;
  }
  multipartFlags(): void {
    this.args++;
  }
  xmlDocument(): null {
    this.args++;
    return null;
  }
}

describe('whatever the bytes are', () => {
  it(
    'the compiler accepts rules or says where they are wrong',
    () => {
      fc.assert(
        fc.property(DIRECTIVES, (text) => {
          try {
            compileRuleSet([{ name: 'fuzz.conf', text }]);
          } catch (error) {
            if (!(error instanceof RuleError)) throw error;
            expect(error.position.line).toBeGreaterThan(0);
          }
        }),
        LIMITS,
      );
    },
    TEST_TIMEOUT,
  );

  it(
    'body processors answer with an error at worst, and output stays in proportion',
    () => {
      const limits = {
        jsonDepth: 64,
        argumentSeparator: '&',
        fileCount: 10,
        bodyWithoutFiles: 0,
        everyReading: false,
      };
      const contentType = 'multipart/form-data; boundary=b';
      fc.assert(
        fc.property(BODIES, (body) => {
          for (const processor of bodyProcessors.values()) {
            const sink = new CountingSink();
            const error = runToEnd(processor({ body: bodyOf(body), contentType, limits }, sink));
            expect(error === null || error.length > 0).toBe(true);
            expect(sink.bytes).toBeLessThan(body.length * 64 + 1024);
          }
        }),
        LIMITS,
      );
    },
    TEST_TIMEOUT,
  );

  it(
    'a transaction comes to an end with a record, the same in both ways of evaluation',
    () => {
      const text = `SecRuleEngine On
        SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,nolog,pass,ctl:requestBodyProcessor=JSON"
        SecRule ARGS|ARGS_NAMES|REQUEST_COOKIES|!ARGS:x "@rx (\\d+)<(a|b)" "id:2,phase:2,pass,capture,t:urlDecodeUni,t:htmlEntityDecode,msg:'%{TX.2}',setvar:tx.anomaly_score=+1"
        SecRule REQUEST_URI|XML:/* "@pm ../ <a> select" "id:3,phase:2,pass,t:lowercase,multiMatch"
        SecRule REQUEST_BODY "!@rx ^[ -~]*$" "id:4,phase:2,pass,t:removeNulls"
        SecRule ARGS "@detectSQLi" "id:5,phase:2,pass"
        SecRule TX:anomaly_score "@ge 3" "id:6,phase:2,deny"`;
      const sites = (['naive', 'indexed'] as const).map((evaluation) =>
        compileRuleSet([{ name: 'fuzz.conf', text }], { evaluation }).withOverlay({}),
      );
      const type = fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=b',
        'x',
      );
      fc.assert(
        fc.property(BODIES, BODIES, type, (target, body, contentType) => {
          const [naive, indexed] = sites.map((site) => {
            const transaction = site.beginTransaction({
              id: 'f',
              clientAddress: '::1',
              clientPort: 1,
              serverAddress: '::1',
              serverPort: 1,
            });
            transaction.requestLine('POST', `/${target}`, 'HTTP/1.1');
            transaction.requestHeaders(['Content-Type', contentType, 'Cookie', target]);
            transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
            transaction.requestBody();
            transaction.responseHeaders(200, 'HTTP/1.1', []);
            transaction.responseBody();
            transaction.logging();
            return transaction.audit();
          });
          expect(indexed).toEqual(naive);
        }),
        LIMITS,
      );
    },
    TEST_TIMEOUT,
  );
});
