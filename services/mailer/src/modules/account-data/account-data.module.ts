import { AccountDataModule } from '@palisade/nest-kit';
import { ACCOUNT_DATA_PARTS } from './account-data-parts.ts';

/** What this service keeps of an account, for the export of its data. */
export const accountDataModule = AccountDataModule.forService('MailerService', ACCOUNT_DATA_PARTS);
