/** `npm run transfer`: a namespace into a file, and files (our own, or other systems') into a namespace. See docs/transfer.md. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exportToFile } from './transfer/export-file.ts';
import { READERS } from './transfer/formats/formats.ts';
import { type ImportSummary, importFile, lookThrough } from './transfer/import-file.ts';
import { showProgress } from './transfer/progress.ts';
import { Service } from './transfer/service.ts';

const USAGE = `npm run transfer -- export FILE [--url URL] [--namespace NAME] [--key KEY]
npm run transfer -- import FILE [--from FORMAT] [--dry-run] [--url URL] [--namespace NAME] [--key KEY]

  --url        where the service runs (http://127.0.0.1:8787)
  --namespace  a namespace that the key grants; its own when absent
  --key        an API key; the variable HINDSIGHT_KEY keeps it out of the shell's history
  --from       ${Object.keys(READERS).join(', ')} (hindsight)
  --dry-run    reads and checks the file, prints the counts and sends nothing

A transfer that was cut off goes on where it stopped when the same command is given again.`;

class UsageError extends Error {}

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8787' },
      namespace: { type: 'string' },
      key: { type: 'string' },
      from: { type: 'string', default: 'hindsight' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new UsageError('');
  const [direction, file, ...rest] = positionals;
  if ((direction !== 'export' && direction !== 'import') || file === undefined || rest.length > 0)
    throw new UsageError('Say export or import, and one file.');
  const reader = Object.hasOwn(READERS, values.from) ? READERS[values.from] : undefined;
  if (reader === undefined) throw new UsageError(`--from must be one of ${Object.keys(READERS).join(', ')}.`);
  if (!URL.canParse(values.url)) throw new UsageError('--url must be an address such as http://127.0.0.1:8787.');
  if (direction === 'import' && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  return { direction, file, reader, values };
}

async function run(): Promise<void> {
  const { direction, file, reader, values } = readCommand();
  const namespace = values.namespace ?? null;
  const service = new Service({ url: values.url, namespace, key: values.key ?? process.env.HINDSIGHT_KEY ?? null });
  const of = JSON.stringify([values.url, namespace, values.from]);
  if (direction === 'export') {
    const lines = await exportToFile(service, file, of, (total) => showProgress('export', total));
    console.log(`${lines} lines written to ${file}`);
  } else if (values['dry-run']) {
    const { summary, types } = await lookThrough({ file, reader }, (total) => showProgress('check', total));
    for (const [type, count] of Object.entries(types)) console.log(`${type.padEnd(12)}${count}`);
    report(summary);
    console.log('Nothing was sent.');
  } else {
    const summary = await importFile(service, { file, reader, of }, (total) => showProgress('import', total));
    for (const name of ['imported', 'unchanged', 'withheld'] as const) console.log(`${name.padEnd(12)}${summary[name]}`);
    report(summary);
  }
}

function report({ failed, skipped, problems }: ImportSummary): void {
  for (const [reason, count] of Object.entries(skipped)) console.log(`${'skipped'.padEnd(12)}${count} (${reason})`);
  if (failed === 0) return;
  console.log(`${'failed'.padEnd(12)}${failed}`);
  for (const problem of problems) console.error(problem);
  if (failed > problems.length) console.error(`and ${failed - problems.length} more`);
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  const misused = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const message = error instanceof Error ? error.message : String(error);
  console.error(misused ? [message, USAGE].filter((part) => part !== '').join('\n\n') : message);
  process.exitCode = misused && message === '' ? 0 : 1;
}
