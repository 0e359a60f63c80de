import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MONITORING = path.resolve(import.meta.dirname, '../../monitoring');
const promtool = (...words) => {
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: MONITORING, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
describe('monitoring, as Prometheus itself reads it', () => {
  it.each(['prometheus.yml', 'prometheus.full.yml'])('%s is valid', (file) => {
    expect(promtool('check', 'config', file)).toMatchObject({ status: 0 });
  });
  it('has alerts that fire on their fault and are silent on an ordinary hour', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  });
});
