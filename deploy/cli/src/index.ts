export { SITE_COMMANDS } from './commands.ts';
