// The seed of property tests that have none of their own. A commit's tests give one verdict, whoever runs them and whenever; new
// values are looked for each night (`.github/workflows/properties.yml`) and by hand: PALISADE_PROPERTY_SEED=random.
import fc from 'fast-check';

const SEED = 20_261_128;
const wanted = process.env.PALISADE_PROPERTY_SEED;

if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? SEED : Number(wanted) });
