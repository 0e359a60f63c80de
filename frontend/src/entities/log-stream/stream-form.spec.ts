import { formOf, streamOf } from './stream-form.ts';

const begun = { ...formOf(null, 'shop.example'), name: 'SIEM' };

describe('what the form of a stream says', () => {
  it('leaves out what is empty, and what another kind of target had', () => {
    const target = { url: ' https://siem.example/ ', header_name: ' ', bucket: 'logs' };
    expect(streamOf({ ...begun, target })).toEqual({
      domain: 'shop.example',
      name: 'SIEM',
      kind: 'http',
      target: { url: 'https://siem.example/' },
      format: 'raw',
      filter: { actions: [], threats: [] },
      sample_percent: 100,
    });
  });

  it('takes a decimal comma', () => {
    expect(streamOf({ ...begun, sample_percent: '12,5' }).sample_percent).toBe(12.5);
  });
});
