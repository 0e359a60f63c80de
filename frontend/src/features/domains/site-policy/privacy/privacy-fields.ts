import type { PolicyConfig } from '../../../../shared/api/types.ts';
import { fieldsResolver } from '../form/fields-resolver.ts';
import { PRIVACY_FIELDS, type PrivacyFieldName } from './privacy-names.ts';

/** Fields of the log privacy form. */
export type PrivacyFields = Pick<PolicyConfig, PrivacyFieldName>;

export const privacyResolver = fieldsResolver(PRIVACY_FIELDS);
