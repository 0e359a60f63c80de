import type { BodyProcessorLimits } from '../body-processors/types.ts';
import type { TransactionState } from '../state/state.ts';

export const TOO_LONG = 'Request body excluding files is bigger than the maximum expected.';

/**
 * Processors beside which REQUEST_BODY shows the raw body, too. ModSecurity 2 has it for forms only, libmodsecurity always;
 * rules written for either expect it for JSON member names, but not for XML or multipart, where it would match what
 * XML:… and FILES… deliberately leave out.
 */
export const RAW_TOO: ReadonlySet<string> = new Set(['URLENCODED', 'JSON']);

export function processorLimits({ ruleSet: { settings }, site }: TransactionState): BodyProcessorLimits {
  return {
    jsonDepth: settings.jsonDepth,
    argumentSeparator: settings.argumentSeparator,
    fileCount: settings.uploadFileLimit,
    bodyWithoutFiles: site.requestLimits.requestBodyNoFiles,
    everyReading: settings.requestBodyReadings,
  };
}
