import { compileOperator } from '../../../test/support/operator-context.ts';

describe('operators that this engine does not have', () => {
  it.each(['inspectFile', 'fuzzyHash', 'validateDTD', 'validateSchema', 'validateHash', 'rsub', 'gsbLookup'])(
    '@%s does not compile, and the error says why',
    (name) => {
      expect(() => compileOperator(name, 'x')).toThrow(
        expect.objectContaining({
          code: 'seclang_unknown_operator',
          detail: expect.stringContaining(`@${name} is unsupported: `),
        }),
      );
    },
  );
});
