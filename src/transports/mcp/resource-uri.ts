import type { ResourceDefinition } from './surface.ts';

/** Longer than any id of ours when every character of it is escaped; a URI beyond this names nothing here. */
const URI_CHARACTERS_MAX = 4_096;

const PLACE = '{id}';

/** The id inside a template's URI, decoded; null when the URI is not of this template or its escapes are broken. */
function idIn(template: string, uri: string): string | null {
  const [prefix = '', suffix = ''] = template.split(PLACE);
  if (!uri.startsWith(prefix) || !uri.endsWith(suffix) || uri.length < prefix.length + suffix.length) return null;
  const rest = uri.slice(prefix.length, uri.length - suffix.length);
  if (rest === '' || rest.includes('/')) return null;
  try {
    return decodeURIComponent(rest);
  } catch (error) {
    // Broken percent-escapes name no resource.
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** The resource that serves this URI, and the id in it (empty for a fixed one). Session ids are escaped, so a slash in one is `%2F`. */
export function matchResource(
  resources: readonly ResourceDefinition[],
  uri: string,
): { readonly resource: ResourceDefinition; readonly id: string } | null {
  if (uri.length > URI_CHARACTERS_MAX) return null;
  for (const resource of resources) {
    if (!resource.template) {
      if (resource.uri === uri) return { resource, id: '' };
      continue;
    }
    const id = idIn(resource.uri, uri);
    if (id !== null) return { resource, id };
  }
  return null;
}
