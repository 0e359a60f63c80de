// The standalone profile's stand-in for the world's mail servers: node main.js <smtpPort> <httpPort> <directory> <mails>
import { MailStore } from './mail-store.ts';
import { startSmtp } from './smtp.ts';
import { startWeb } from './web.ts';

const [smtpPort, httpPort, directory, mails] = process.argv.slice(2);
if (!directory || !(Number(smtpPort) > 0) || !(Number(httpPort) > 0) || !(Number(mails) > 0)) {
  console.error('usage: main.js <smtpPort> <httpPort> <directory> <mails>');
  process.exit(2);
}

const store = await MailStore.open(directory, Number(mails));
const smtp = await startSmtp(store, Number(smtpPort));
const web = await startWeb(store, Number(httpPort));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    web.close();
    web.closeAllConnections();
    smtp.close(() => process.exit(0));
  });
}
