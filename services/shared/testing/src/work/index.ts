/** Counted work: see "Is it linear?" in the README. Import it before what it is to count. */
export { countWork, countWorkAsync } from './count-work.ts';
export { GROWTH_FACTORS, type GrowingWork, type Growth, growthOf, nonLinear } from './growth.ts';
export { testLinearSchemas } from './linear-schemas.ts';
export { pumpFields, type ReadingSchema, schemasBelow } from './pumped-fields.ts';
