import { compileRuleSet, type SiteRuleSet } from '../../src/index.ts';
import { RuleTransaction } from '../../src/transaction/transaction.ts';
import { ftwSources } from '../../tools/ftw/engine-setup.ts';
import { generalInputs, HOSTILE_SIZE } from '../../tools/redos/hostile-inputs.ts';
import { filePorts } from '../../tools/shared/rule-files.ts';
import { describeWithFiles } from '../support/test-data.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
/**
 * Steps for each byte of a value, over all of CRS at paranoia level 4 with every rule that looks at an argument, and all
 * transformed forms of it. Measured: 480 at most; a rule that backtracked would need thousands for each byte of its own.
 */
const STEPS_PER_BYTE = 1500;

function stepsFor(site: SiteRuleSet, text: string): number {
  const transaction = site.beginTransaction({
    id: 's',
    clientAddress: '::1',
    clientPort: 1,
    serverAddress: '::1',
    serverPort: 1,
  });
  if (!(transaction instanceof RuleTransaction)) throw new TypeError('not this engine’s transaction');
  const body = Buffer.from(
    `q=${text.replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}`,
  );
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Host', 'a.example', 'Content-Type', 'application/x-www-form-urlencoded']);
  transaction.requestBodyChunk(body);
  transaction.requestBody();
  return transaction.matcherSteps;
}

describeWithFiles('work over all of CRS 3.3.4', [RULES, SETUP], () => {
  it('stays within a fixed number of steps a byte for hostile values', () => {
    const site = compileRuleSet(ftwSources(RULES, SETUP), { ports: filePorts }).withOverlay({});
    let most = 0;
    for (const { text } of generalInputs()) {
      const steps = stepsFor(site, text);
      most = Math.max(most, steps / HOSTILE_SIZE);
    }
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(STEPS_PER_BYTE);
  });
});
