/** Which service the keys are for, and with which credential: a deployment by URL, else the one on this machine. */
import path from 'node:path';
import { buildAssets } from '../build-assets.ts';
import { startLocalWorker } from '../local-worker.ts';
import { isHindsight, serviceOn } from '../state-folder.ts';
import { UsageError } from './arguments.ts';
import { ADMIN_TOKEN, localAdminToken } from './dev-vars.ts';

export interface Service {
  readonly url: string;
  readonly credential: string;
  /** Ends what was started for this call. */
  readonly close: () => Promise<void>;
}

/** Where the service on this machine lives; tests bring folders of their own. */
export interface Home {
  readonly dev_vars: string;
  readonly state_folder: string;
  readonly port: number;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT_DEFAULT = 8787;

export const homeOf = (environment: NodeJS.ProcessEnv): Home => ({
  dev_vars: path.join(ROOT, '.dev.vars'),
  state_folder: path.join(ROOT, '.wrangler/state'),
  port: Number(environment.PORT ?? PORT_DEFAULT),
});

export async function openService(
  url: string | null,
  environment: NodeJS.ProcessEnv,
  home: Home,
  say: (text: string) => void,
): Promise<Service> {
  const given = environment.HINDSIGHT_KEY ?? environment[ADMIN_TOKEN];
  const close = async (): Promise<void> => {};
  if (url !== null) {
    if (given === undefined)
      throw new UsageError(`Set ${ADMIN_TOKEN} or HINDSIGHT_KEY in the environment: it is not guessed for a deployment.`);
    return { url, credential: given, close };
  }
  const { token, made } = localAdminToken(home.dev_vars);
  if (made) say(`Wrote a random ${ADMIN_TOKEN} to ${path.relative(process.cwd(), home.dev_vars)} (ignored by git).`);
  const credential = given ?? token;
  const running = await runningService(home);
  if (running !== null) return { url: running, credential, close };
  say('No service runs on this machine; starting one for a moment.');
  await buildAssets();
  const worker = await startLocalWorker({
    state_folder: home.state_folder,
    env_file: home.dev_vars,
    vars: { HINDSIGHT_AUTH: 'keys' },
  });
  return { url: worker.url, credential, close: () => worker.stop() };
}

/** The one on the state folder, on whatever port; else one on the usual port. */
async function runningService({ state_folder, port }: Home): Promise<string | null> {
  const known = await serviceOn(state_folder);
  if (known !== null) return known;
  const usual = `http://127.0.0.1:${port}`;
  return (await isHindsight(usual)) ? usual : null;
}
