import { jest } from '@jest/globals';
import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { compileOperator, RecordingContext } from '../../../test/support/operator-context.ts';
import { operators, operatorsByName } from './index.ts';

/** An argument with which each operator compiles. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  ipmatch: '10.0.0.0/8,::1',
  ipmatchf: 'list',
  ipmatchfromfile: 'list',
  pm: 'select union <script',
  pmf: 'list',
  pmfromfile: 'list',
  rx: '(?i)(sel|un)(ect|ion)|[<>]',
  rxglobal: '(?i)(a)|(b)?',
  validatebyterange: '32-126',
  verifycc: '\\d{3,16}',
  verifycpf: '[\\d.-]{11,14}',
  verifyssn: '\\d{3}-?\\d{2}-?\\d{4}',
  verifysvnr: '\\d{4} ?\\d{6}',
};
const UNSUPPORTED = [
  'fuzzyhash',
  'gsblookup',
  'inspectfile',
  'rsub',
  'validatedtd',
  'validatehash',
  'validateschema',
];
/** They ask somebody else: the host's database, a name server. */
const IMPURE = ['geolookup', 'rbl'];
const FILES = { list: '127.0.0.1\n' };

describe('the registry of operators', () => {
  it('has every operator of libmodsecurity 3 with its synonyms and three of our own, by lower-case name', () => {
    expect(Object.keys(operators)).toHaveLength(Object.keys(operatorsByName).length);
    expect(Object.keys(operators)).toHaveLength(43);
    expect(operators.beginswith).toBe(operatorsByName.beginsWith);
  });
});

describe.each(Object.keys(operators).filter((name) => !UNSUPPORTED.includes(name)))(
  '@%s, on arbitrary bytes,',
  (name) => {
    const operator = compileOperator(name, ARGUMENTS[name] ?? '1', FILES);

    it('says truly whether its answer depends on the value alone', () => {
      expect(operator.pure).toBe(!IMPURE.includes(name));
      fc.assert(
        fc.property(byteString(), (value) => {
          const context = new RecordingContext();
          const others = [context.lookUpGeo, context.expand].map((asked) => jest.fn(asked));
          Object.assign(context, { lookUpGeo: others[0], expand: others[1] });
          const answer = operator.evaluate(value, context);
          if (!operator.pure) return;
          for (const other of others) expect(other).not.toHaveBeenCalled();
          expect(operator.evaluate(value, new RecordingContext())).toBe(answer);
        }),
      );
    });

    it('never throws, answers the same with and without captures, and locates within the value', () => {
      fc.assert(
        fc.property(byteString(), (value) => {
          const plain = new RecordingContext();
          const capturing = new RecordingContext(true);
          const answer = operator.evaluate(value, plain);
          expect(operator.evaluate(value, capturing)).toBe(answer);
          if (answer && plain.matchOffset >= 0) {
            expect(plain.matchOffset + plain.matchLength).toBeLessThanOrEqual(value.length);
          }
        }),
      );
    });
  },
);
