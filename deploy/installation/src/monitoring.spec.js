import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { DASHBOARDS, textOf } from '../../monitoring/dashboards.mjs';

const deploy = path.resolve(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(deploy, file), 'utf8');
describe('monitoring', () => {
  const { groups } = parse(read('monitoring/alerts.yml'));
  const alerts = groups.flatMap(({ rules }) => rules);
  it.each(alerts.map((alert) => [alert.alert, alert]))('%s has a runbook of its own', (name, alert) => {
    expect(alert.annotations.runbook).toBe(`deploy/runbooks/${name}.md`);
    const runbook = read(`runbooks/${name}.md`);
    expect(runbook).toContain(`**${alert.annotations.summary}.** Severity: ${alert.labels.severity}.`);
    expect(runbook).toMatch(/## Look at\n\n- [\s\S]+## Do\n\n- /);
    expect(read('runbooks/README.md')).toContain(`[${name}](${name}.md) | ${alert.labels.severity} |`);
  });
  it('has no runbook without its alert, and shows each alert firing and silent', () => {
    const names = alerts.map(({ alert }) => alert).sort();
    const books = readdirSync(path.join(deploy, 'runbooks')).filter((file) => file !== 'README.md');
    expect(books.map((file) => path.parse(file).name).sort()).toEqual(names);
    const { tests } = parse(read('monitoring/alerts.test.yml'));
    expect(tests.map(({ name }) => name).sort()).toEqual(
      names.flatMap((name) => [`${name} fires`, `${name} is silent`]).sort(),
    );
  });
  it.each(Object.keys(DASHBOARDS))('the dashboard %s is as its code says', (uid) => {
    expect(existsSync(path.join(deploy, `monitoring/dashboards/${uid}.json`))).toBe(true);
    expect(read(`monitoring/dashboards/${uid}.json`)).toBe(textOf(uid));
  });
});
