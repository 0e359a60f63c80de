const regions = new Intl.DisplayNames(['en'], { type: 'region' });
/** Such as 'south-america'; codes of countries are capitals. */
const CONTINENT = /^[a-z-]{4,}$/;

/** 'DE' reads 'Germany'; what is no code reads as it is. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** And 'south-america' reads 'South America'. */
export const placeName = (place: string): string =>
  CONTINENT.test(place)
    ? place
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : countryName(place);
