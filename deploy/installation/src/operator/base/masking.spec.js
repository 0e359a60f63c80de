import { MASK, maskedSettings, masker } from './masking.ts';

describe('masking', () => {
  const secret = 'k+/y"32 bytes==';
  const mask = masker([secret, 'k+/y"32']);
  it('finds a secret in every usual spelling', () => {
    const spellings = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      'k-_y"32 bytes',
    ];
    for (const spelling of spellings) expect(mask(`before ${spelling} after`)).toBe(`before ${MASK} after`);
  });
  it('takes passwords out of URLs that nobody has named', () => {
    const password = 'hunter2';
    expect(mask(`at postgres://auth:${password}@db:5432/palisade`)).toBe(
      `at postgres://auth:${MASK}@db:5432/palisade`,
    );
    expect(mask(`at redis://:${password}@db`)).toBe(`at redis://:${MASK}@db`);
  });
  it('shows settings whose names hold no secret, and of the others that they are set', () => {
    const settings = {
      PALISADE_PUBLIC_URL: 'https://palisade.test',
      PALISADE_KEK_KEYS: '{"k1":"abc"}',
      PALISADE_LINK_KEY: '',
      PALISADE_BUS_REDIS_URL: 'redis://auth:pw@redis:6379/0',
      PALISADE_CONFIG_SIGNING_KEY_ID: 'c1',
    };
    expect(maskedSettings(settings, mask)).toEqual({
      PALISADE_BUS_REDIS_URL: `redis://auth:${MASK}@redis:6379/0`,
      PALISADE_CONFIG_SIGNING_KEY_ID: 'c1',
      PALISADE_KEK_KEYS: MASK,
      PALISADE_LINK_KEY: '',
      PALISADE_PUBLIC_URL: 'https://palisade.test',
    });
  });
});
