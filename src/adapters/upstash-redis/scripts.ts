/**
 * What must happen at once, in Lua. A session is a hash: `revision`, `expires_at`, `tokens`, `header` (JSON), and `item:<id>` with
 * `<tokens>:<JSON>`. Sessions end by a moment of ours, so that readings of a stated time are exact; Redis's own expiry removes what nobody
 * asks for again. Its clock and ours may differ, so it gets a duration, and a little more than ours. Every key that a script touches is declared.
 */

/** Field and value in turn; empty for no session. KEYS: session. */
export const LOAD = `return redis.call('HGETALL', KEYS[1])`;

/** Sessions that end by a moment. KEYS: expiries. ARGV: the moment or `+inf`, at most how many. */
export const DUE = `return redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[2])`;

/**
 * The index of who holds what, one sorted set of equal scores, read by its beginnings: `m<hash of the memory><session id>` and, so that a session
 * that Redis has already dropped can be taken out, `s<bytes of the session id>:<session id><hash of the memory>`. No UTF-8 has the byte 255.
 */
const INDEX = `
local function startingWith(index, prefix)
  return redis.call('ZRANGE', index, '[' .. prefix, '[' .. prefix .. '\\255', 'BYLEX')
end
local function bySession(id) return 's' .. #id .. ':' .. id end
local function hold(index, id, memory) redis.call('ZADD', index, 0, 'm' .. memory .. id, 0, bySession(id) .. memory) end
local function letGo(index, id, memory) redis.call('ZREM', index, 'm' .. memory .. id, bySession(id) .. memory) end
local function letGoOfAll(index, id)
  local prefix = bySession(id)
  for _, member in ipairs(startingWith(index, prefix)) do letGo(index, id, string.sub(member, #prefix + 1)) end
end`;

/** Sessions that hold any of some memories. KEYS: index. ARGV: the memories' hashes. */
export const HOLDERS = `${INDEX}
local found, seen = {}, {}
for _, memory in ipairs(ARGV) do
  local prefix = 'm' .. memory
  for _, member in ipairs(startingWith(KEYS[1], prefix)) do
    local id = string.sub(member, #prefix + 1)
    if not seen[id] then
      seen[id] = true
      found[#found + 1] = id
    end
  end
end
return found`;

/** What other sessions that are long over leave behind goes with each change, a few at a time: no clock runs here. */
const LEFTOVERS_MAX = 8;

/**
 * Applies a change to the session it was planned on. 1: applied; 0: conflict. What is shared outlives every session in it.
 * KEYS: session, expiries, recency, sizes, index.
 * ARGV: expected revision, now, next revision, header, expires_at, ttl_ms, session id, budget, the moment before which a session is long over,
 * number of puts, then id, hash, tokens and JSON of each put, then id and hash of each removed.
 */
export const APPLY = `${INDEX}
local session, index, ttl_ms, id, puts = KEYS[1], KEYS[5], tonumber(ARGV[6]), ARGV[7], tonumber(ARGV[10])
local expires_at = redis.call('HGET', session, 'expires_at')
local revision = 'absent'
if expires_at and tonumber(expires_at) > tonumber(ARGV[2]) then revision = redis.call('HGET', session, 'revision') end
if revision ~= ARGV[1] then return 0 end
if revision == 'absent' then
  redis.call('DEL', session)
  letGoOfAll(index, id)
end
local total = tonumber(redis.call('HGET', session, 'tokens') or '0')
local function drop(memory)
  local held = redis.call('HGET', session, 'item:' .. memory)
  if held then
    total = total - tonumber(string.match(held, '^%d+'))
    redis.call('HDEL', session, 'item:' .. memory)
  end
end
local at = 11
local removals = at + 4 * puts
for i = removals, #ARGV, 2 do
  drop(ARGV[i])
  letGo(index, id, ARGV[i + 1])
end
for i = 1, puts do
  drop(ARGV[at])
  redis.call('HSET', session, 'item:' .. ARGV[at], ARGV[at + 2] .. ':' .. ARGV[at + 3])
  total = total + tonumber(ARGV[at + 2])
  hold(index, id, ARGV[at + 1])
  at = at + 4
end
redis.call('HSET', session, 'revision', ARGV[3], 'header', ARGV[4], 'expires_at', ARGV[5], 'tokens', string.format('%d', total))
redis.call('PEXPIRE', session, ttl_ms)
redis.call('ZADD', KEYS[2], ARGV[5], id)
redis.call('ZADD', KEYS[3], '-' .. ARGV[2], id)
redis.call('HSET', KEYS[4], id, string.format('%d', total) .. ':' .. ARGV[8])
for _, over in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', ARGV[9], 'BYSCORE', 'LIMIT', 0, ${LEFTOVERS_MAX})) do
  letGoOfAll(index, over)
  redis.call('ZREM', KEYS[2], over)
  redis.call('ZREM', KEYS[3], over)
  redis.call('HDEL', KEYS[4], over)
end
for i = 2, 5 do
  if redis.call('PTTL', KEYS[i]) < ttl_ms then redis.call('PEXPIRE', KEYS[i], ttl_ms) end
end
return 1`;

/**
 * The newest sessions that still run, as id and `<tokens>:<budget>` in turn. KEYS: expiries, recency, sizes. ARGV: now, limit.
 */
export const LIST = `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if #found >= 2 * tonumber(ARGV[2]) then break end
  local expires_at = redis.call('ZSCORE', KEYS[1], id)
  local size = redis.call('HGET', KEYS[3], id)
  if size and expires_at and tonumber(expires_at) > tonumber(ARGV[1]) then
    found[#found + 1] = id
    found[#found + 1] = size
  end
end
return found`;

/**
 * Ends sessions; how many there were. KEYS: expiries, recency, sizes, index, then the sessions. ARGV: only those that end by this moment, then
 * their ids.
 */
export const END = `${INDEX}
local ended = 0
for i = 2, #ARGV do
  local id = ARGV[i]
  local expires_at = redis.call('ZSCORE', KEYS[1], id)
  if expires_at and (ARGV[1] == '' or tonumber(expires_at) <= tonumber(ARGV[1])) then
    redis.call('DEL', KEYS[3 + i])
    redis.call('ZREM', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    redis.call('HDEL', KEYS[3], id)
    letGoOfAll(KEYS[4], id)
    ended = ended + 1
  end
end
return ended`;

/**
 * Takes memories out of sessions; how many items went. A session that lost one gets a new revision, so that no plan made before can bring it back.
 * KEYS: sizes, index, then the sessions. ARGV: next revision, number of memories, their ids, their hashes, then the session ids.
 */
export const WITHDRAW = `${INDEX}
local memories = tonumber(ARGV[2])
local gone = 0
for i = 3 + 2 * memories, #ARGV do
  local session = KEYS[i - 2 * memories]
  local lost, tokens = 0, 0
  for m = 3, 2 + memories do
    local held = redis.call('HGET', session, 'item:' .. ARGV[m])
    if held then
      lost = lost + 1
      tokens = tokens + tonumber(string.match(held, '^%d+'))
      redis.call('HDEL', session, 'item:' .. ARGV[m])
    end
    letGo(KEYS[2], ARGV[i], ARGV[m + memories])
  end
  if lost > 0 then
    gone = gone + lost
    redis.call('HSET', session, 'revision', ARGV[1])
    local total = redis.call('HINCRBY', session, 'tokens', string.format('%d', -tokens))
    local size = redis.call('HGET', KEYS[1], ARGV[i])
    if size then redis.call('HSET', KEYS[1], ARGV[i], string.format('%d', total) .. string.match(size, ':.*$')) end
  end
end
return gone`;

/**
 * A token bucket: {allowed, seconds to wait}. The arithmetic of adapters/directory/token-bucket.ts.
 * KEYS: the bucket. ARGV: tokens a second, burst, now.
 */
export const TAKE_TOKEN = `
local rate, burst, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = burst, now
if kept[1] then
  at = math.max(now, tonumber(kept[2]))
  tokens = math.min(burst, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) / 1000 * rate)
end
local allowed, wait = 0, 0
if tokens >= 1 then
  allowed = 1
  tokens = tokens - 1
else
  wait = math.max(1, math.ceil((1 - tokens) / rate))
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%d', at))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return {allowed, wait}`;
