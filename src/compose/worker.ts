import { ConfigurationError } from '../config.ts';
import type { Environment } from './environment.ts';
import { createHttpApp } from './http-app.ts';

export { DirectoryObject } from '../adapters/directory/directory-object.ts';
export { GrantObject } from '../adapters/grants/grant-object.ts';
export { NamespaceObject } from './embedded-namespace.ts';

type HttpApp = ReturnType<typeof createHttpApp>;

/** One app per environment object: an isolate keeps its bindings, tests bring their own. */
const apps = new WeakMap<Environment, HttpApp>();

function appFor(env: Environment): HttpApp {
  const known = apps.get(env);
  if (known !== undefined) return known;
  const app = createHttpApp(env);
  apps.set(env, app);
  return app;
}

export const worker: ExportedHandler<Environment> = {
  async fetch(request, env, context) {
    try {
      return await appFor(env).fetch(request, env, context);
    } catch (cause) {
      if (!(cause instanceof ConfigurationError)) throw cause;
      // The operator reads the log; a caller learns only that nothing works until then. The message names variables, never values.
      // biome-ignore lint/suspicious/noConsole: there is no observer before there is a configuration
      console.error(cause.message);
      const error = { code: 'unavailable', message: 'The service is not configured. Its log names what is missing.' };
      return Response.json({ error }, { status: 503 });
    }
  },
};
