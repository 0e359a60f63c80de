import { type Command, EXIT, INSTALLATION_HELP, INSTALLATION_OPTION, text } from '../base/command.ts';
import { findInstallation } from '../base/installation.ts';
import { examine } from './doctor.ts';
import { printedCount, printedFindings } from './print.ts';

export const doctor: Command = {
  summary: 'looks whether everything that an installation stands on is as it should be, and says what to do',
  usage: '[--json] [--installation FOLDER]',
  help: `${INSTALLATION_HELP}
  --json                 {version, at, status, findings: [{code, status, text, todo}]}

Nothing is changed. Exit code 1 where something is an error; warnings leave it 0.`,
  options: { ...INSTALLATION_OPTION, json: { type: 'boolean' } },
  run: async ({ values, environment, out, note }) => {
    const installation = findInstallation(text(values, 'installation'), environment);
    note(`Looking at ${installation.folder}`);
    const report = await examine(
      installation,
      values.json ? {} : { onFound: (findings) => out(printedFindings(findings)) },
    );
    out(values.json ? `${JSON.stringify(report, null, 2)}\n` : printedCount(report));
    return report.status === 'error' ? EXIT.failed : EXIT.fine;
  },
};
