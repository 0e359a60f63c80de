import { z } from 'zod';
import { companyFields, companyOf, letterhead } from './company.ts';

const read = (environment: Record<string, string>) => z.object(companyFields).safeParse(environment);
const company = (environment: Record<string, string>) => companyOf(read(environment).data!);

describe('who runs the installation', () => {
  it('is nobody where nothing is set, or set to nothing', () => {
    const nobody = company({});
    expect(nobody).toEqual({
      name: null,
      address: [],
      email: null,
      phone: null,
      register: [],
      law: null,
      figures: [],
      status_url: null,
      notice: null,
      notice_domains: [],
    });
    expect(company(Object.fromEntries(Object.keys(companyFields).map((name) => [name, ''])))).toEqual(nobody);
    expect(letterhead(nobody)).toEqual([]);
  });

  it('has lines and figures in parts', () => {
    const named = company({
      PALISADE_COMPANY_NAME: 'Fence Ltd',
      PALISADE_COMPANY_ADDRESS: '1 Row | Wilmington, Delaware|',
      PALISADE_COMPANY_FIGURES: '99.9% uptime|1M+ threats blocked',
      PALISADE_COMPANY_NOTICE_DOMAINS: 'shop.example|blog.example',
    });
    expect(letterhead(named)).toEqual(['Fence Ltd', '1 Row', 'Wilmington, Delaware']);
    expect(named.notice_domains).toEqual(['shop.example', 'blog.example']);
    expect(named.figures).toEqual([
      { value: '99.9%', label: 'uptime' },
      { value: '1M+', label: 'threats blocked' },
    ]);
  });

  it.each([
    ['PALISADE_COMPANY_EMAIL', 'nowhere'],
    ['PALISADE_COMPANY_PHONE', 'call me'],
    ['PALISADE_COMPANY_STATUS_URL', 'javascript:alert(1)'],
    ['PALISADE_COMPANY_FIGURES', 'a 1|b 2|c 3|d 4|e 5'],
    ['PALISADE_COMPANY_NAME', 'x'.repeat(121)],
    ['PALISADE_COMPANY_NOTICE', 'x'.repeat(201)],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(read({ [name]: value }).error?.issues.map(({ path: [field] }) => field)).toEqual([name]);
  });
});
