/** `npm test`: every test that needs nothing but npm packages. Ends with the line `N passed, N failed`. Arguments go to vitest. */
import { buildAssets } from './build-assets.ts';
import { closingLine, runVitest } from './vitest-run.ts';

await buildAssets();
const outcome = await runVitest(['--project=!integration*', ...process.argv.slice(2)], {
  ...process.env,
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
});
console.log(closingLine(outcome));
process.exit(outcome.good ? 0 : 1);
