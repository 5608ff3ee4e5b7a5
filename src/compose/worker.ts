import { ConfigurationError } from '../config.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import type { Environment } from './environment.ts';

export { DirectoryObject } from '../adapters/directory/directory-object.ts';
export { GrantObject } from '../adapters/grants/grant-object.ts';
export { NamespaceObject } from './embedded-namespace.ts';

/** One per environment object: an isolate keeps its bindings, tests bring their own. */
const deployments = new WeakMap<Environment, Deployment>();

function deploymentFor(env: Environment): Deployment {
  const known = deployments.get(env);
  if (known !== undefined) return known;
  const deployment = createDeployment(env);
  deployments.set(env, deployment);
  return deployment;
}

export const worker: ExportedHandler<Environment> = {
  async fetch(request, env, context) {
    try {
      return await deploymentFor(env).http.fetch(request, env, context);
    } catch (cause) {
      if (!(cause instanceof ConfigurationError)) throw cause;
      // The operator reads the log; a caller learns only that nothing works until then. The message names variables, never values.
      // biome-ignore lint/suspicious/noConsole: there is no observer before there is a configuration
      console.error(cause.message);
      const error = { code: 'unavailable', message: 'The service is not configured. Its log names what is missing.' };
      return Response.json({ error }, { status: 503 });
    }
  },

  /** Every minute (wrangler.toml). What it throws shows as a failed run in the platform's log. */
  async scheduled(_controller, env) {
    await deploymentFor(env).maintainDue();
  },
};
