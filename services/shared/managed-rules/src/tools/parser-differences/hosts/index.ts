import {
  dotnetProgram,
  goProgram,
  javaClasses,
  nodePackages,
  pythonEnvironment,
  requireCommand,
  rustProgram,
  workerFile,
} from './install.ts';
import { LineHost } from './line-host.ts';
import type { ParserHost } from './parser-host.ts';
import { PhpHost } from './php-host.ts';

/** The second compiler and threads that collect cost more than they save in all of a run of some 20,000 cases. */
const JAVA_FLAGS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Each language's parsers, in a process of their own; packages are installed on first use. */
export const HOSTS: Readonly<Record<string, () => Promise<ParserHost>>> = {
  Node: () =>
    LineHost.start('Node', [process.execPath, workerFile('node/worker.mjs')], {
      PARSERS_FOLDER: nodePackages(),
    }),
  Python: () => LineHost.start('Python', [pythonEnvironment(), workerFile('python.py')]),
  PHP: async () => {
    requireCommand('php-cgi', 'php-cgi');
    return await PhpHost.start(workerFile('php.php'));
  },
  Java: () => LineHost.start('Java', ['java', ...JAVA_FLAGS, '-cp', javaClasses(), 'Parsers']),
  Go: () => LineHost.start('Go', [goProgram()]),
  Rust: () => LineHost.start('Rust', [rustProgram()]),
  '.NET': async () => await LineHost.start('.NET', dotnetProgram()),
  Ruby: async () => {
    requireCommand('ruby', 'ruby ruby-rack');
    return await LineHost.start('Ruby', ['ruby', workerFile('ruby.rb')]);
  },
};
