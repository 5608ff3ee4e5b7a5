/** `npm run keys`: creates, lists, rotates and revokes API keys, on this machine or on a deployment. See docs/access.md. */
import { readCommand, USAGE, UsageError } from './keys/arguments.ts';
import { RefusedError, runCommand } from './keys/run.ts';
import { homeOf, openService } from './keys/service.ts';

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words.includes('--help')) {
    console.log(USAGE);
    return words.length === 0 ? 2 : 0;
  }
  try {
    const command = readCommand(words);
    const service = await openService(command.url, process.env, homeOf(process.env), console.error);
    try {
      await runCommand(command, service, console.log);
    } finally {
      await service.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof RefusedError) console.error(error.message);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
