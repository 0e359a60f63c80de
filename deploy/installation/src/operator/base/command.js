export { EXIT, text } from '@palisade/command-line';
/** Every command has it. */
export const INSTALLATION_OPTION = { installation: { type: 'string' } };
export const INSTALLATION_HELP = `  --installation FOLDER  where its secrets are: the folder that \`secrets\` made, or the data directory of
                         \`npm start\` (default: PALISADE_INSTALLATION, else /secrets, else .palisade)`;
