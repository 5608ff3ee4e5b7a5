/** The REST door: routes, their description, and health. */
import type { Hono } from 'hono';
import { access, type DoorDependencies, type DoorEnv, needs } from '../shared/door.ts';
import { createShell, type Door } from '../shared/shell.ts';
import { DOCS_POLICY, docsPage } from './docs-page.ts';
import { health } from './health.ts';
import { openApi } from './openapi.ts';
import type { RestRoute } from './route.ts';
import { FACT_ROUTES } from './routes/facts.ts';
import { KEY_ROUTES } from './routes/keys.ts';
import { MEMORY_ROUTES } from './routes/memories.ts';
import { RECALL_ROUTES } from './routes/recall.ts';
import { SESSION_ROUTES } from './routes/sessions.ts';
import { TRANSFER_ROUTES } from './routes/transfer.ts';

/** The version of the API as a document; the path `/v1` changes only when a client would break. */
const API_VERSION = '1.0.0';

export const REST_ROUTES: readonly RestRoute[] = [
  ...RECALL_ROUTES,
  ...MEMORY_ROUTES,
  ...SESSION_ROUTES,
  ...FACT_ROUTES,
  ...TRANSFER_ROUTES,
  ...KEY_ROUTES,
];

const restDoor =
  (dependencies: DoorDependencies, routes: readonly RestRoute[]): Door =>
  (app) => {
    health(app, dependencies);
    describe(app, routes);
    // Also for paths that do not exist: without a credential nobody learns which do.
    app.use('/v1/*', access(dependencies));
    for (const route of routes)
      app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), needs(route.scopes, dependencies), (context) =>
        route.handle(context, dependencies),
      );
  };

function describe(app: Hono<DoorEnv>, routes: readonly RestRoute[]): void {
  const document = openApi(routes, API_VERSION);
  app.get('/openapi.json', (context) => context.json(document));
  app.get('/docs', (context) => {
    context.header('Content-Security-Policy', DOCS_POLICY);
    return context.html(docsPage(document));
  });
  app.get('/', (context) =>
    context.json({ name: 'hindsight-memory', docs: '/docs', openapi: '/openapi.json', rest: '/v1', mcp: '/mcp', health: '/healthz' }),
  );
}

/**
 * The whole HTTP surface of one deployment. `doors`: what src/compose adds beside REST (MCP). `more`: routes of other nouns, served and
 * documented like the rest.
 */
export const createRestApp = (
  dependencies: DoorDependencies,
  doors: readonly Door[] = [],
  more: readonly RestRoute[] = [],
): Hono<DoorEnv> => createShell(dependencies, [restDoor(dependencies, [...REST_ROUTES, ...more]), ...doors]);
