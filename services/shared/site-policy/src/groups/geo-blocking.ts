import * as z from 'zod/mini';
import { COUNTRIES, COUNTRY_CODES } from '../model/countries.ts';
import { field, textsWire, toggle } from '../model/field.ts';
import { group, switchGate } from '../model/group.ts';

export const COUNTRY_EMPTY = 'Please select a country';
export const COUNTRY_REPEATED = 'Country already exists in the block list';
/** Whatever codes come to be. */
const MAX_COUNTRIES = 250;
/** Of a code as received, before spaces are trimmed. */
const MAX_CODE = 10;

const countryListSchema = z
  .array(
    z.string().check(
      z.maxLength(MAX_CODE, COUNTRY_EMPTY),
      z.trim(),
      z.toUpperCase(),
      z.refine((code) => COUNTRY_CODES.has(code), COUNTRY_EMPTY),
    ),
  )
  .check(
    z.maxLength(MAX_COUNTRIES, `There are no more than ${COUNTRIES.length} countries`),
    z.refine((codes) => new Set(codes).size === codes.length, COUNTRY_REPEATED),
  );

export const geoBlocking = group({
  section: 'policyConfig',
  killSwitch: 'geo',
  gate: switchGate('geoBlocking', 'enable_geo_blocking'),
  fields: {
    enable_geo_blocking: toggle({ label: 'Geo-Blocking', default: false, wire: 'policy.geoBlocking' }),
    blocked_countries: field<string[]>({
      label: 'Blocked Countries',
      default: [],
      schema: countryListSchema,
      wire: textsWire(
        'policy.blockedCountries',
        z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(MAX_COUNTRIES)),
      ),
    }),
  },
  underPlan: (values, plan) => ({
    ...values,
    enable_geo_blocking: values.enable_geo_blocking && plan.geoBlocking,
  }),
});
