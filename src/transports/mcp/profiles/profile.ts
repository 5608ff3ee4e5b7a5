/** Which tools a URL offers: `/mcp` the five, `/mcp?profile=NAME` those of a profile. Off unless asked for. */
import { err, ok, type Result } from '../../../domain/result.ts';
import { MEMORY_SURFACE } from '../memory-surface.ts';
import type { Surface } from '../surface.ts';
import { chatgptProfile } from './chatgpt.ts';
import { memoryFilesProfile } from './memory-files/tool.ts';

const PROFILES: ReadonlyMap<string, (origin: string) => Surface> = new Map([
  ['chatgpt', (origin: string) => chatgptProfile(MEMORY_SURFACE, origin)],
  ['memory-files', () => memoryFilesProfile(MEMORY_SURFACE)],
]);

/** The words of the refusal name the profiles that there are. */
export function surfaceOf(request: Request): Result<Surface, string> {
  const url = new URL(request.url);
  const name = url.searchParams.get('profile');
  if (name === null) return ok(MEMORY_SURFACE);
  const profile = PROFILES.get(name);
  if (profile === undefined) return err(`There is no such profile. Use one of ${[...PROFILES.keys()].join(', ')}, or none.`);
  return ok(profile(url.origin));
}
