import * as z from 'zod/mini';
import { networkProblem, TRUSTED_PROXY_LIMITS, trustedProxies } from './trusted-proxies.ts';

const { trusted_proxies: networks, trusted_proxy_header: header } = trustedProxies.fields;
const problems = (schema: z.core.$ZodType, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('networks of proxies', () => {
  it('are kept in one form each', () => {
    expect(z.parse(networks.schema, ['10.1.2.3/8', '2001:DB8::/32', '192.0.2.7'])).toEqual([
      '10.0.0.0/8',
      '2001:db8::/32',
      '192.0.2.7',
    ]);
  });

  it.each([
    [['nobody'], '0: Please enter a valid IP address or subnet (e.g., 192.0.2.1 or 192.0.2.0/24)'],
    [['0.0.0.0/0'], '0: A network of proxies is /8 at most: everybody in it can say who the visitor is'],
    [['2000::/3'], '0: A network of proxies is /16 at most: everybody in it can say who the visitor is'],
    [
      ['::ffff:0.0.0.0/96'],
      '0: A network of proxies is /8 at most: everybody in it can say who the visitor is',
    ],
    [['10.0.0.1/8', '10.0.0.0/8'], '1: It is in the list already'],
  ])('refuse %j', (value, problem) => {
    expect(problems(networks.schema, value)).toEqual([problem]);
  });

  it('are bounded', () => {
    const many = Array.from(
      { length: TRUSTED_PROXY_LIMITS.networks + 1 },
      (_, index) => `10.0.${index >> 8}.${index & 255}`,
    );
    expect(problems(networks.schema, many)).toEqual([': A domain has at most 500 such networks']);
    expect(networkProblem('10.0.0.0/8')).toBeUndefined();
  });
});

describe('the header', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'x-my-visitor'])(
    'can be %s',
    (name) => {
      expect(problems(header.schema, name)).toEqual([]);
    },
  );

  it.each(['Host', 'cookie', 'Transfer-Encoding', 'Connection', 'Authorization', 'X-Forwarded-Proto'])(
    'cannot be %s, which says something else',
    (name) => {
      expect(problems(header.schema, name)).toEqual([': This header cannot hold the visitor’s address']);
    },
  );

  it.each(['', 'a b', 'a:b', 'x_visitor', 'a'.repeat(65)])('cannot be “%s”', (name) => {
    expect(problems(header.schema, name)).toHaveLength(1);
  });
});
