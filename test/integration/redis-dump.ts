import { Redis } from 'ioredis';

export interface RedisEntry {
  readonly key: string;
  /** What is left of its life; -1 for ever. */
  readonly ttl_ms: number;
  readonly value: unknown;
}

const SCAN_COUNT = 1_000;

/** Every key whose name fits the pattern, with its whole value. A kind of value that is not read here is an error, so that none is passed over. */
export async function redisEntries(url: string, pattern = '*'): Promise<readonly RedisEntry[]> {
  const redis = new Redis(url);
  try {
    const keys = new Set<string>();
    let cursor = '0';
    do {
      const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
      for (const key of found) keys.add(key);
      cursor = next;
    } while (cursor !== '0');
    const entries = await Promise.all(
      [...keys].map(async (key) => ({ key, ttl_ms: await redis.pttl(key), value: await readValue(redis, key, await redis.type(key)) })),
    );
    // Gone between the scan and the reading.
    return entries.filter(({ value }) => value !== null);
  } finally {
    redis.disconnect();
  }
}

/** The same as one text. */
export const redisDump = async (url: string): Promise<string> => JSON.stringify(await redisEntries(url));

async function readValue(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'none':
      return null;
    case 'hash':
      return redis.hgetall(key);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES');
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'string':
      return redis.get(key);
    default:
      throw new Error(`${key} is a ${type}, which no dump shows`);
  }
}
