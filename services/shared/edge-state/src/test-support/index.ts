export { nodeReport } from './node-report.ts';
