// Loaded into edge processes by a test (NODE_OPTIONS): while a file is there, no process can be started, as where the system has none to give.
import { existsSync } from 'node:fs';
import { NO_FORKS } from './held-files.ts';

const { execPath } = process;
Object.defineProperty(process, 'execPath', {
  get: () => (existsSync(process.env[NO_FORKS]!) ? '/nothing-is-here' : execPath),
});
