/** ISO 3166-1 alpha-2, officially assigned, and XK, which geolocation data uses for Kosovo. */
export const COUNTRIES: readonly string[] = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO
JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR
MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV
TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

export const COUNTRY_CODES: ReadonlySet<string> = new Set(COUNTRIES);

/** Countries by continent, as geolocation data sorts them; each country stands once. */
const COUNTRIES_OF = {
  africa: `DZ AO BJ BW BF BI CV CM CF TD KM CG CD CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU YT MA MZ NA
NE NG RE RW SH ST SN SC SL SO ZA SS SD TZ TG TN UG EH ZM ZW`,
  antarctica: 'AQ BV GS HM TF',
  asia: `AF AM AZ BH BD BT BN CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS
QA SA SG SY TH TJ TL TM TR TW UZ VN AE YE`,
  europe: `AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO
PL PT RO RS RU SE SI SJ SK SM UA VA XK`,
  'north-america': `AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC
TT US VC VG VI`,
  oceania: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  'south-america': 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
} as const;

export type Continent = keyof typeof COUNTRIES_OF;
export const CONTINENTS = Object.keys(COUNTRIES_OF) as readonly Continent[];

const isContinent = (place: string): place is Continent => Object.hasOwn(COUNTRIES_OF, place);

/** A country's code or a continent's word: "DE", "south-america". The one never looks like the other. */
export const isPlace = (text: string): boolean => COUNTRY_CODES.has(text) || isContinent(text);

/** The countries of a region; an unknown code is returned as it is. */
export const countriesOf = (place: string): readonly string[] =>
  isContinent(place) ? COUNTRIES_OF[place].split(/\s+/) : [place];
