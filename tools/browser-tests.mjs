// Runs the browser tests with Playwright: `node tools/browser-tests.mjs [PATH …] [--playwright-option …]`. What is built is tested.
import { createRequire } from 'node:module';
import path from 'node:path';
import { runToItsEnd } from './test-processes.mjs';
import { node24, root, testEnvironment } from './workspace.mjs';

const project = path.join(root, 'services/e2e');
const cli = path.join(
  path.dirname(createRequire(path.join(project, 'package.json')).resolve('@playwright/test/package.json')),
  'cli.js',
);
const status = await runToItsEnd(
  node24(),
  [cli, 'test', '--config', path.join(project, 'playwright.config.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: testEnvironment() },
);
process.exit(status);
