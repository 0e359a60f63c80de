import { siteTab } from './site-tabs.ts';

describe('the tab of a site that an address names', () => {
  it('is the overview where it names none', () => expect(siteTab(undefined)).toBe('overview'));
  it('is the one of that name', () => expect(siteTab('certificates')).toBe('certificates'));
  it('is none for a name that no tab has', () => {
    expect(siteTab('constructor')).toBeUndefined();
    expect(siteTab('Policy')).toBeUndefined();
  });
});
