import { compileOperator, RecordingContext } from '../../../test/support/operator-context.ts';

describe('@geoLookup', () => {
  it('asks the host', () => {
    const context = new RecordingContext();
    context.knownAddresses = ['192.0.2.1'];
    const operator = compileOperator('geoLookup');
    expect(operator.evaluate('192.0.2.1', context)).toBe(true);
    expect(operator.evaluate('192.0.2.2', context)).toBe(false);
    expect(operator.evaluate('', context)).toBe(false);
  });
});
