import { paths } from '../../entities/page/paths.ts';
import { entriesFor } from '../layouts/rail.tsx';
import { NOT_FOUND, pages } from './pages.ts';

describe('the list of pages', () => {
  it('has every path that links name, and none twice', () => {
    const listed = pages.map(({ path }) => path).filter((path) => path !== NOT_FOUND);
    expect(listed).toEqual(expect.arrayContaining(Object.values(paths)));
    expect(new Set(listed).size).toBe(pages.length - 1);
  });

  it('says what each page for everyone is before anybody searches for it', () => {
    const listed = pages.filter(({ prerender }) => prerender?.listed);
    expect(listed).not.toEqual([]);
    for (const { description } of listed) expect(description?.length).toBeGreaterThan(20);
  });

  it('shows administrators one entry more', () => {
    const labels = (is_admin: boolean) => entriesFor({ is_admin }).map(({ label }) => label);
    expect(labels(false)).toEqual([
      'Overview',
      'Domains',
      'Lists',
      'Analytics',
      'WAF Logs',
      'Alerts',
      'Log Streams',
      'Settings',
    ]);
    expect(labels(true)).toEqual([...labels(false), 'Super Admin']);
  });

  it('has an icon of its own for each entry', () => {
    const icons = entriesFor({ is_admin: true }).map(({ Icon }) => Icon);
    expect(new Set(icons).size).toBe(icons.length);
  });
});
