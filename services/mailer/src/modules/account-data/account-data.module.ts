import { AccountDataModule } from '@palisade/nest-kit';
import { ACCOUNT_DATA_PARTS } from './account-data-parts.ts';

/** This service's part of an account's data export. */
export const accountDataModule = AccountDataModule.forService('MailerService', ACCOUNT_DATA_PARTS);
