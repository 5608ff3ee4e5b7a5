/** Every door through which one memory can be forgotten; each gives the same receipt. */
import type { NamespaceClient } from '../../support/running-service.ts';

interface Receipted {
  readonly status: string;
  readonly receipt: { readonly purged: { readonly record: number }; readonly remaining: Readonly<Record<string, number>> };
}
export type Forget = (client: NamespaceClient, id: string) => Promise<Receipted>;

const byRoute: Forget = async (client, memory_id) =>
  (await client.must('POST', '/v1/memories/forget', { memory_id, reason: 'asked to' })).body;
const DOORS: readonly Forget[] = [
  byRoute,
  async (client, id) => (await client.must('DELETE', `/v1/memories/${id}`)).body,
  async (client, memory_id) =>
    JSON.parse(await client.mcp('tools/call', { name: 'memory_forget', arguments: { memory_id } })).result.structuredContent,
  async (client, id) => (await client.must('POST', '/v1/memories/forget', { confirm_ids: [id] })).body,
];

/** They take turns. */
export const doorOf = (number: number): Forget => DOORS[number % DOORS.length] ?? byRoute;
