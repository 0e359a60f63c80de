// npm run prove:campaign: 10,000 recipients at 50/s over two processes, one of them killed twice, paused and resumed.
import { proveCampaign } from './campaign-proof.ts';

const recipients = Number(process.argv[2] ?? 10_000);
const figures = await proveCampaign({ recipients, perSecond: 50, kills: 2, slowness: 50, watch: 20_000 });
console.log(JSON.stringify(figures, null, 2));
const isProven =
  figures.duplicates === 0 &&
  figures.total === recipients &&
  figures.sent + figures.failed + figures.unknown === figures.total &&
  figures.unknown <= figures.mostInFlight &&
  Math.abs(figures.rate - 50) <= 2.5 &&
  // Turns are granted within 5 % of the rate; mails in flight when the ten seconds began arrive in them too.
  figures.mostInTenSeconds <= 10 * 50 * 1.05 + figures.mostOnTheirWay &&
  figures.whilePaused === 0;
console.log(isProven ? 'proven' : 'NOT proven');
process.exit(isProven ? 0 : 1);
