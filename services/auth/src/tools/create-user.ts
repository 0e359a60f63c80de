// Creates an account from the command line: the first administrator of a system, or a demo account.
//
//   npm run admin:create
//
// E-mail address, user name and password come from PALISADE_USER_EMAIL, PALISADE_USER_NAME, PALISADE_USER_FULL_NAME and
// PALISADE_USER_PASSWORD, or are asked for on a terminal (never as arguments, which every user of the machine can
// read). The service's own environment must be set. With --admin the account is an administrator; an existing account
// becomes one and keeps its password.
import { stderr, stdout } from 'node:process';
import { EventSigner, OutboxWriter } from '@palisade/messaging';
import { loadConfig, openDatabase } from '@palisade/nest-kit';
import { accountToolFields } from '../config/config.ts';
import { databaseOptions } from '../database/database.ts';
import { EmailTokensService } from '../modules/email-tokens/email-tokens.service.ts';
import { PasswordHasherService } from '../modules/passwords/password-hasher.service.ts';
import { UsersService } from '../modules/users/users.service.ts';
import { ask } from './ask.ts';
import { readAccount } from './new-account.ts';

const isAdmin = process.argv.includes('--admin');
const config = loadConfig(accountToolFields);
const read = readAccount({
  email: config.PALISADE_USER_EMAIL ?? (await ask('E-mail address: ')),
  username: config.PALISADE_USER_NAME ?? (await ask('User name: ')),
  fullName: config.PALISADE_USER_FULL_NAME ?? '',
  password: config.PALISADE_USER_PASSWORD ?? (await ask('Password: ', true)),
});
if ('faults' in read) {
  stderr.write(`${read.faults.join('\n')}\nNothing was made; run it again.\n`);
  process.exit(1);
}
const { account } = read;

const database = await openDatabase(databaseOptions(config));
try {
  stdout.write(`${await createOrPromote()}\n`);
} finally {
  await database.destroy();
}

async function createOrPromote(): Promise<string> {
  const users = new UsersService(
    new OutboxWriter(new EventSigner('auth', config.PALISADE_EVENT_SIGNING_KEY)),
    new EmailTokensService(),
  );
  const known = await users.findForSignIn(database.manager, account.email);
  if (known === null) {
    const passwordHash = await new PasswordHasherService({ concurrency: 1, queue: 0 }).hash(account.password);
    await database.transaction((manager) =>
      users.add(manager, { ...account, passwordHash, isAdmin, emailConfirmed: true }),
    );
    return `${account.email} is ${isAdmin ? 'an administrator' : 'a user'} now`;
  }
  if (isAdmin && !known.isAdmin) {
    await database.transaction((manager) => users.update(manager, known, { isAdmin: true }));
    return `${account.email} was there already and is an administrator now`;
  }
  return `${account.email} is there already`;
}
