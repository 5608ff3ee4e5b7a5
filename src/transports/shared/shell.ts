/**
 * The HTTP shell around every door. Order matters: an id for the request, the log line, security headers, Host and Origin, CORS (a preflight
 * is answered here), then the doors. Whatever goes wrong inside ends as the one error shape.
 */
import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { browserSafety, crossOrigin, noStore, securityHeaders } from './browser.ts';
import type { DoorDependencies, DoorEnv } from './door.ts';
import { describeError, identified, observed } from './observe.ts';
import { refuse, respondError } from './respond.ts';

/** A door puts its routes on the app; src/compose decides which doors there are. */
export type Door = (app: Hono<DoorEnv>) => void;

export function createShell(dependencies: DoorDependencies, doors: readonly Door[]): Hono<DoorEnv> {
  const { config, observer } = dependencies;
  const app = new Hono<DoorEnv>({ strict: false });
  app.use(identified(dependencies), observed(dependencies), securityHeaders, noStore);
  app.use(browserSafety(config), crossOrigin);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const allow = [...methods, 'OPTIONS'].join(', ');
        context.header('Allow', allow);
        return respondError(context, { status: 405, code: 'method_not_allowed', message: `Use one of ${allow} here.` });
      },
    }),
  );
  for (const door of doors) door(app);
  // Clients probe these on every server and read a body of their own; a 404 of another shape makes some of them give up.
  app.all('/.well-known/*', (context) => context.json({ error: 'not_found' }, 404));
  app.notFound((context) =>
    refuse(context, { kind: 'not_found', what: 'route', message: 'There is no such route. /docs lists those that exist.' }),
  );
  app.onError((error, context) => {
    if (error instanceof StoreUnavailable)
      return refuse(context, {
        kind: 'unavailable',
        store: error.store,
        message: 'A store cannot be reached right now. Try again shortly.',
      });
    observer.observe({ event: 'unexpected', request_id: context.get('requestId'), cause: describeError(error) });
    return respondError(context, {
      status: 500,
      code: 'internal',
      message: 'Something went wrong on our side, and nothing is known to have changed. Try again, and report the request_id if it stays.',
    });
  });
  return app;
}
