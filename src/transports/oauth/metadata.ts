/** RFC 9728: what protects the resource. The same document at the path form and at the root, because clients read only one of them. */
import type { Hono } from 'hono';
import { SCOPES_DEFAULT } from '../../domain/access/api-key.ts';
import type { DoorEnv } from '../shared/door.ts';
import { RESOURCE_PATH, resourceOf } from './authorization-server.ts';

const ROOT = '/.well-known/oauth-protected-resource';

export function protectedResourceMetadata(app: Hono<DoorEnv>, originOf: (request: Request) => string | null): void {
  for (const path of [ROOT, `${ROOT}${RESOURCE_PATH}`])
    app.get(path, (context) => {
      const origin = originOf(context.req.raw);
      if (origin === null) return context.json({ error: 'not_found' }, 404);
      return context.json({
        resource: resourceOf(origin),
        authorization_servers: [origin],
        scopes_supported: SCOPES_DEFAULT,
        bearer_methods_supported: ['header'],
        resource_name: 'Hindsight',
      });
    });
}
