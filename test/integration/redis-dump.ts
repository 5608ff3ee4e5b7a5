import { Redis } from 'ioredis';

/** Every key and value that the Redis server holds, as one text. */
export async function redisDump(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key) => {
        switch (await redis.type(key)) {
          case 'hash':
            return await redis.hgetall(key);
          case 'set':
            return await redis.smembers(key);
          case 'zset':
            return await redis.zrange(key, '0', '-1');
          case 'list':
            return await redis.lrange(key, 0, -1);
          default:
            return await redis.get(key);
        }
      }),
    );
    return JSON.stringify({ keys, values });
  } finally {
    redis.disconnect();
  }
}
