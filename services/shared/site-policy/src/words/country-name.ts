const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** 'DE' reads 'Germany'; what is no code reads as it is. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
