/**
 * Appends one batch to one partition, all or nothing.
 *
 * The sequence number makes a repeat harmless: a publisher that lost its connection sends the same batch again and the
 * script drops it if the first try had arrived. So a reconnect neither duplicates nor reorders.
 *
 * The stream's key is also the channel on which waiting readers hear that there is something to read.
 *
 * KEYS stream, producer, stats. ARGV sequence, maxEntries, maxBytes, overflow, envelope …
 * Returns {status, dropped}: status 1 written, 0 was written before, -1 refused because the partition is full.
 */
export const PUBLISH_SCRIPT = `
local sequence = tonumber(ARGV[1])
local last = redis.call('GET', KEYS[2])
if last and tonumber(last) >= sequence then return {0, 0} end
local maxEntries = tonumber(ARGV[2])
local maxBytes = tonumber(ARGV[3])
local length = redis.call('XLEN', KEYS[1])
local bytes = 0
if length > 0 then bytes = redis.call('MEMORY', 'USAGE', KEYS[1]) end
if ARGV[4] == 'refuse' and (length >= maxEntries or bytes >= maxBytes) then return {-1, 0} end
for i = 5, #ARGV do redis.call('XADD', KEYS[1], '*', 'e', ARGV[i]) end
redis.call('SET', KEYS[2], ARGV[1], 'EX', 3600)
redis.call('PUBLISH', KEYS[1], '')
local dropped = 0
if ARGV[4] == 'drop_oldest' then
  local keep = maxEntries
  if bytes > maxBytes then keep = math.min(keep, math.floor(length * maxBytes / bytes)) end
  if length + #ARGV - 4 > keep then
    dropped = redis.call('XTRIM', KEYS[1], 'MAXLEN', keep)
    if dropped > 0 then redis.call('HINCRBY', KEYS[3], 'dropped', dropped) end
  end
end
return {1, dropped}
`;
